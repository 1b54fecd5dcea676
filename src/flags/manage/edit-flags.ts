import type { Schemas } from "../../../generated/openapi.ts";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import { problem, requireFound } from "../../lib/problem.ts";
import { definedFields } from "../../lib/wire-fields.ts";
import type { JsonText, Millis, ProjectId, UserId } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { ACTIVITY, type ActivityRecord } from "../../store/records/change-kinds.ts";
import type { FlagRecord, FlagRecords, StoredFlag } from "../../store/records/flags.ts";
import { activityOf, type Item, logged } from "../../tenants/activity-log.ts";
import { requireCohorts } from "../decide/cohort-rules.ts";
import { isCircular } from "../decide/flag-set.ts";
import { type FlagDefinition, flagToJson, parseStoredFlag } from "../define/flag-definition.ts";
import { parseFlags } from "../define/parse-flags.ts";
import { InvalidFlags, pathText } from "../define/validation.ts";
import { checkFlagLimits } from "./flag-limits.ts";

export interface FlagChange {
  readonly projectId: ProjectId;
  readonly flag: StoredFlag;
  readonly activity: ActivityRecord;
}

export interface FlagChangePorts {
  readonly flags: Pick<FlagRecords, "list" | "find" | "change" | "removeDeleted">;
  readonly records: Records;
  readonly now: () => Millis;
  readonly announce: (change: FlagChange) => void;
}

/** Where a change is made, and by whom: a user, or null for the command line. */
export interface ChangeContext {
  readonly projectId: ProjectId;
  readonly by: UserId | null;
  /** Names a scheduled change, which the flag remembers. */
  readonly scheduled?: string;
}

/** The fields of a flag that a client sends: those of a new one, or those to change; also some that are unknown. */
export interface FlagPatch extends Pick<Schemas["FeatureFlagPatch"], "key" | "active" | "deleted" | "version"> {
  readonly filters?: object | undefined;
  readonly [field: string]: unknown;
}

const MAX_DELETED_FLAGS = 100;
const MAX_SCHEDULED = 100;

/** Creates a flag. Throws `invalid_input` with its field if it cannot be evaluated, `unique`, and `max_length`. */
export async function createFlag(
  context: ChangeContext,
  fields: FlagPatch & { readonly key: string },
  ports: FlagChangePorts,
): Promise<StoredFlag> {
  const projectFlags = await ports.flags.list(context.projectId);
  const defined = define(fields, projectFlags);
  await requireCohorts(defined, context.projectId, ports.records);
  const definition = toJson(defined, projectFlags);
  return changeFlag(context, fields.key, ports, (flag) => {
    if (flag && !flag.deleted) throw problem("unique", { attr: "key", detail: "Another flag has this key." });
    return { definition, deleted: false, isNew: true };
  });
}

/** Changes fields, deletes or restores. Throws `not_found`, `conflict` for another version, and like `createFlag`. */
export async function updateFlag(
  context: ChangeContext,
  number: number,
  { version, deleted, ...fields }: FlagPatch,
  ports: FlagChangePorts,
): Promise<StoredFlag> {
  const found = requireFound(await ports.flags.find(context.projectId, number));
  const projectFlags = await ports.flags.list(context.projectId);
  const changed = changeDefinition(found, fields, projectFlags);
  if (fields.filters || deleted === false) await requireCohorts(changed, context.projectId, ports.records);
  return changeFlag(context, found.key, ports, (flag) => {
    if (flag?.number !== number) throw problem("not_found");
    if (version !== undefined && version !== flag.version) throw staleVersion(flag);
    const detail = "The key of a flag cannot be changed: create another flag.";
    if (fields.key !== undefined && fields.key !== flag.key) throw problem("invalid_input", { attr: "key", detail });
    const definition = changeDefinition(flag, fields, projectFlags);
    if (fields.active === true || deleted === false) rejectCircular(definition, projectFlags);
    return { definition: toJson(definition, projectFlags), deleted: deleted ?? flag.deleted, isNew: false };
  });
}

function staleVersion({ version }: FlagRecord) {
  const detail = `The flag has changed since: its version is ${version}. Retrieve it, and change that one.`;
  return problem("conflict", { attr: "version", detail });
}

/** Deletes the flag with this number, restorably. Throws `not_found` if absent or deleted already. */
export async function deleteFlag(context: ChangeContext, number: number, ports: FlagChangePorts): Promise<void> {
  const found = requireFound(await ports.flags.find(context.projectId, number));
  await changeFlag(context, found.key, ports, (flag) => {
    if (flag?.number !== number || flag.deleted) throw problem("not_found");
    return { definition: flag.definition, deleted: true, isNew: false };
  });
}

/** Checks filters only if they change: those that an earlier program stored stay. Throws like `createFlag`. */
function changeDefinition(
  { definition }: FlagRecord,
  fields: FlagPatch,
  projectFlags: readonly StoredFlag[],
): FlagDefinition {
  const given = definedFields(fields);
  const known = parseStoredFlag(definition);
  const changed = { ...flagToJson(known), filters: NO_FILTERS, ...given };
  if (fields.filters === undefined) return { ...parseFlag(changed, []), filters: known.filters };
  return define(changed, projectFlags);
}

const NO_FILTERS = { groups: [] };

/** Throws like `createFlag`. */
function define(fields: object, projectFlags: readonly StoredFlag[]): FlagDefinition {
  const definition = parseFlag(fields, projectFlags);
  rejectCircular(definition, projectFlags);
  return definition;
}

/** Throws `max_length` if the project has no room for the flag. */
function toJson(flag: FlagDefinition, projectFlags: readonly StoredFlag[]): JsonText {
  const definition = JSON.stringify(flagToJson(flag));
  const others = projectFlags.filter(({ key }) => key !== flag.key);
  checkFlagLimits(projectFlags, [...others, { definition }]);
  return definition;
}

interface NewContent {
  readonly definition: JsonText;
  readonly deleted: boolean;
  /** Whether the flag is a new one: none has its key, or one that is deleted. */
  readonly isNew: boolean;
}

/** Changes, logs and announces a flag, unless nothing changes. `change` may be called repeatedly. */
async function changeFlag(
  { projectId, by, scheduled: made }: ChangeContext,
  key: string,
  { flags, records, now, announce }: FlagChangePorts,
  change: (flag: FlagRecord | null) => NewContent,
): Promise<StoredFlag> {
  for (;;) {
    const found = await flags.change(projectId, key, () => null);
    const { isNew, ...content } = change(found);
    const before = isNew ? null : found;
    const at = now();
    const revision = (before?.version ?? 0) + 1;
    const item = { ...content, key, number: before?.number, version: revision };
    const activity = activityOf({ projectId, by, now: at }, before && itemOf(before), itemOf(item));
    if (activity === null && found) return found;
    if (activity === null) throw new Error(`the flag ${key} of project ${projectId} was not stored`);
    const kept = before ?? { createdAt: at, createdBy: by, activity: "[]" };
    const { createdAt, createdBy, activity: earlier, scheduled: others = [] } = kept as Omit<FlagRecord, "key">;
    const scheduled = [made ?? [], others].flat().slice(0, MAX_SCHEDULED);
    const next = { ...content, version: revision, createdAt, createdBy, updatedAt: at, activity: earlier, scheduled };
    const flag = await logged(activity, records, async () => {
      let isStored = false;
      const stored = await flags.change(projectId, key, (current) => {
        isStored = current?.version === found?.version && current?.number === found?.number;
        return isStored ? next : null;
      });
      return isStored ? stored : null;
    });
    if (flag === null) continue;
    if (before === null) await records.put(ACTIVITY, { ...activity, itemId: String(flag.number) });
    announce({ projectId, flag, activity });
    if (flag.deleted) await flags.removeDeleted(projectId, MAX_DELETED_FLAGS);
    return flag;
  }
}

/** A new flag has no number yet. */
type Logged = Pick<FlagRecord, "key" | "version" | "definition" | "deleted"> & { readonly number?: number | undefined };

function itemOf({ key, number, version: revision, definition, deleted }: Logged): Item {
  const content = { deleted, ...(parseJsonText(definition) as object) };
  return { scope: "FeatureFlag", id: number === undefined ? "" : String(number), name: key, revision, content };
}

/** Limits the flags on which one depends, directly or not: they are parsed while all other requests wait. */
const MAX_DEPENDENCY_LENGTH = 2 * 1024 * 1024;

/** Validates a flag; conditions may refer to these. Throws `invalid_input` with the first wrong field as `attr`. */
export function parseFlag(fields: object, projectFlags: readonly StoredFlag[]): FlagDefinition {
  const others = projectFlags.map(({ number, key }) => ({ id: number, key }));
  try {
    const [definition] = parseFlags(fields, { others, maxProblems: 1 }).flags;
    if (definition === undefined) throw new Error("one flag has one definition");
    return definition;
  } catch (error) {
    if (!(error instanceof InvalidFlags) || error.first === undefined) throw error;
    const { path, message } = error.first;
    const attr = path.slice(1).join("__");
    throw problem("invalid_input", { attr, detail: `${pathText(path).replace(/^flag\./, "")} ${message}.` });
  }
}

/** Throws `invalid_input` if the flag depends on itself, directly or not; `max_length` if it depends on too much. */
export function rejectCircular(definition: FlagDefinition, projectFlags: readonly StoredFlag[]): void {
  const byKey = new Map(projectFlags.map((flag) => [flag.key, flag]));
  let length = 0;
  const find = (key: string) => {
    const text = byKey.get(key)?.definition;
    if (text === undefined || !text.includes('"flag_evaluates_to"')) return undefined;
    length += text.length;
    if (length > MAX_DEPENDENCY_LENGTH) throw problem("max_length", { attr: "filters__groups", detail: TOO_LONG });
    return parseStoredFlag(text);
  };
  if (!isCircular(definition, find)) return;
  const detail = "The flag depends on itself, through the flags that its conditions test.";
  throw problem("invalid_input", { attr: "filters__groups", detail });
}

const TOO_LONG = `The flags on which a flag depends may have ${MAX_DEPENDENCY_LENGTH} characters together.`;

/** Stores `put`, and deletes `remove` restorably. Throws `max_length`, with nothing changed. `stored` are all flags. */
export async function applyFlags(
  context: ChangeContext,
  { put, remove }: { readonly put: readonly FlagDefinition[]; readonly remove: readonly string[] },
  stored: readonly StoredFlag[],
  ports: FlagChangePorts,
): Promise<void> {
  const desired = new Map(put.map((flag) => [flag.key, JSON.stringify(flagToJson(flag))]));
  const others = stored.filter(({ key }) => !desired.has(key) && !remove.includes(key));
  checkFlagLimits(stored, [...others, ...[...desired.values()].map((definition) => ({ definition }))]);
  for (const [key, definition] of desired) {
    await changeFlag(context, key, ports, (flag) => {
      return { definition, deleted: false, isNew: flag === null || flag.deleted };
    });
  }
  for (const key of remove) {
    await changeFlag(context, key, ports, (flag) => {
      if (flag === null) throw new Error(`the flag ${key} is gone`);
      return { definition: flag.definition, deleted: true, isNew: false };
    });
  }
}
