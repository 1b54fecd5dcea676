import { isDeepStrictEqual } from "node:util";
import type { Schemas } from "../../../generated/openapi.ts";
import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import { invalidInput, invalidValue, problem, requireFound } from "../../lib/problem.ts";
import type { Listed, Page, ProjectId } from "../../store/ports/common.ts";
import { type Records, UniqueKeyTaken } from "../../store/ports/records.ts";
import type { SavedRecord } from "../../store/records/saved-kinds.ts";
import { deleteAll, scanAll } from "../../store/records/scan-all.ts";
import {
  EVENT_SCHEMA_VERSIONS,
  EVENT_SCHEMA_VIOLATIONS,
  EVENT_SCHEMAS,
  type EventSchemaRecord,
} from "../../store/records/schema-kinds.ts";
import type { SavedContext } from "../../tenants/activity-log.ts";
import {
  boundedText,
  type Change,
  newestOf,
  newShortId,
  type SavedPorts,
  type SavedView,
  savedResource,
  viewSaved,
} from "../../tenants/saved-record.ts";
import { breakingChanges } from "./breaking-changes.ts";
import { checkSchema } from "./check-schema.ts";
import { announceChange } from "./project-schemas.ts";
import type { Schema } from "./schema.ts";

interface EventSchemaFields extends Partial<Omit<Schemas["EventSchemaRequest"], "schema">> {
  readonly schema?: unknown;
  readonly allow_breaking?: Schemas["EventSchemaPatch"]["allow_breaking"];
}

export const MAX_EVENT_SCHEMAS = 200;
const MAX_SCHEMA_BYTES = 16 * 1024;
/** Bytes of all schemas of a project: nodes read them again after each change, and every minute. */
const MAX_PLAN_BYTES = 256 * 1024;
/** Versions of one schema that are kept, beside the current one. */
const MAX_OLD_VERSIONS = 50;
const MAX_NAMED_CHANGES = 10;

const saved = savedResource({
  kind: EVENT_SCHEMAS,
  keyOf: (projectId, id) => ({ projectId, id }),
  item: (one) => ({ scope: "EventSchema", id: one.id, name: one.name, content: schemaContent(one) }),
  limit: { max: MAX_EVENT_SCHEMAS, of: "event schemas" },
  listed: newestOf,
  read: async ({ event, description, mode, schema, allow_breaking }: EventSchemaFields, projectId, records) => {
    if (event === "$snapshot") throw invalidInput("event", "event is no $snapshot.");
    const text = schema === undefined ? undefined : boundedText("schema", checkSchema(schema), MAX_SCHEMA_BYTES);
    const all = text === undefined ? [] : await scanAll(records, EVENT_SCHEMAS, { where: { projectId } });
    return (found) => {
      if (text !== undefined) {
        const others = all.filter(({ id }) => id !== found.id);
        requireRoom(text, others);
        if (found.schema !== undefined && !allow_breaking) requireCompatible(found.schema, text);
      }
      return { name: event, description, mode, schema: text };
    };
  },
  keep: (replaced, records) => records.put(EVENT_SCHEMA_VERSIONS, replaced),
  make: async (owned, { name = "", description = "", mode = "warn", schema = "" }, records) => {
    await announceChange(owned.projectId, records);
    return { ...owned, id: newShortId(), name, description, mode, schema };
  },
});

export function schemaContent({ name: event, description, mode, schema }: Omit<EventSchemaRecord, keyof SavedRecord>) {
  return { event, description, mode, schema: JSON.parse(schema) };
}

export const eventSchemas = { ...saved, create, update, destroy };

/** Throws `invalid_input` with the field, `unique` if the event has one, `max_length` if too many. */
export async function create(context: SavedContext, fields: EventSchemaFields, ports: SavedPorts) {
  const created = await saved.create(context, fields, ports).catch((error: unknown) => {
    if (!(error instanceof UniqueKeyTaken)) throw error;
    throw problem("unique", { attr: "event", detail: "The event has a schema already: change that one." });
  });
  await announceChange(context.projectId, ports.records);
  return created;
}

/** Keeps a version. Throws `breaking_change`, `not_found`, `conflict`, and as creating does. */
async function update(context: SavedContext, id: string, change: Change<EventSchemaFields>, ports: SavedPorts) {
  const { projectId } = context;
  const updated = await saved.update(context, id, change, ports);
  await announceChange(projectId, ports.records);
  const revision = updated.revision - 1 - MAX_OLD_VERSIONS;
  await ports.records.delete(EVENT_SCHEMA_VERSIONS, { projectId, id, revision });
  return updated;
}

/** Returns a page of the versions of a schema, newest first: the current one and up to 50 older ones. */
export async function listVersions(
  projectId: ProjectId,
  id: string,
  { limit, offset }: Page,
  { records, tenants }: SavedPorts,
): Promise<Listed<SavedView<EventSchemaRecord>>> {
  const current = requireFound(await records.find(EVENT_SCHEMAS, { projectId, id }));
  const archived = await scanAll(records, EVENT_SCHEMA_VERSIONS, { where: { projectId, id } });
  const older = archived.filter(({ revision }) => revision < current.revision);
  const all = [current, ...older.toSorted((a, b) => b.revision - a.revision)];
  return { count: all.length, items: await viewSaved<EventSchemaRecord>(all.slice(offset, offset + limit), tenants) };
}

/** Deletes a schema with its versions and violations. Throws `not_found`. */
async function destroy(context: SavedContext, id: string, records: Records): Promise<void> {
  const { projectId } = context;
  await saved.destroy(context, id, records);
  await announceChange(projectId, records);
  await deleteAll(records, EVENT_SCHEMA_VERSIONS, { where: { projectId, id } });
  const isOther = ({ schemaId }: { readonly schemaId: string }) => schemaId !== id;
  await records.change(EVENT_SCHEMA_VIOLATIONS, { projectId }, (found) => {
    return found && { ...found, counts: found.counts.filter(isOther), examples: found.examples.filter(isOther) };
  });
}

export interface EventSignature extends Pick<EventSchemaRecord, "name" | "description"> {
  readonly schema: Schema;
}

export async function listEventSignatures(projectId: ProjectId, records: Records): Promise<EventSignature[]> {
  const found = await scanAll(records, EVENT_SCHEMAS, { where: { projectId } });
  return found
    .map(({ name, description, schema }) => ({ name, description, schema: JSON.parse(schema) as Schema }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function requireRoom(text: string, others: readonly EventSchemaRecord[]): void {
  const bytes = others.reduce((sum, { schema }) => sum + Buffer.byteLength(schema), Buffer.byteLength(text));
  if (bytes <= MAX_PLAN_BYTES) return;
  const detail = `The schemas of a project have up to ${MAX_PLAN_BYTES} bytes together.`;
  throw problem("max_length", { attr: "schema", detail });
}

function requireCompatible(before: string, after: string): void {
  if (before === after) return;
  const changes = breakingChanges(JSON.parse(before), JSON.parse(after));
  if (changes.length === 0) return;
  const more = changes.length - MAX_NAMED_CHANGES;
  const named = changes.slice(0, MAX_NAMED_CHANGES).join("; ") + (more > 0 ? `; and ${more} more` : "");
  const detail = `Events that are valid could become invalid: ${named}. To change it all the same, set allow_breaking.`;
  throw problem("breaking_change", { attr: "schema", detail });
}

interface FileSchema extends EventSchemaFields {
  readonly event: string;
  readonly schema: Schema;
}

type PlannedSchema = Awaited<ReturnType<typeof planSchemas>>[number];

const FIELDS = ["event", "description", "mode", "schema"];

/** Returns the schemas of a file: a list, or what the API lists. Throws a problem that names the field. */
export function readSchemas(content: unknown): FileSchema[] {
  const list = isPropertyMap(content) ? content.results : content;
  if (!Array.isArray(list)) throw problem("invalid_input", { detail: "It must be a list of event schemas." });
  const events = new Set<string>();
  return list.map((item: unknown, index) => {
    const schema = readSchema(item, `${index}`, isPropertyMap(content));
    if (events.has(schema.event)) throw refuse(`${index}__event`, "occurs twice");
    events.add(schema.event);
    return schema;
  });
}

function readSchema(item: unknown, at: string, isListed: boolean): FileSchema {
  if (!isPropertyMap(item)) throw refuse(at, "must be an object");
  const unknown = Object.keys(item).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined && !isListed) throw refuse(`${at}__${unknown}`, "is not known");
  const { event, description, mode, schema } = item as PropertyMap & EventSchemaFields;
  if (typeof event !== "string" || event === "" || event.length > 200) {
    throw refuse(`${at}__event`, "must be a text of 1 to 200 characters");
  }
  if (description !== undefined && typeof description !== "string")
    throw refuse(`${at}__description`, "must be a text");
  if (mode !== undefined && mode !== "warn" && mode !== "refuse") throw refuse(`${at}__mode`, "must be warn or refuse");
  return { event, description, mode, schema: checkSchema(schema, `${at}__schema`) };
}

/** Returns what applying the schemas of a file does. Schemas that the file does not have stay. */
export async function planSchemas(
  { projectId }: Pick<SavedContext, "projectId">,
  wanted: readonly FileSchema[],
  { records }: Pick<SavedPorts, "records">,
) {
  const stored = await scanAll(records, EVENT_SCHEMAS, { where: { projectId } });
  return wanted.map((one) => {
    const found = stored.find(({ name }) => name === one.event);
    if (!found) return { wanted: one, found: null, isSame: false, breaking: [], line: `+ ${one.event}` };
    const before = JSON.parse(found.schema);
    const { description = found.description, mode = found.mode } = one;
    const isSame =
      description === found.description &&
      mode === found.mode &&
      isDeepStrictEqual(before, structuredClone(one.schema));
    const breaking = breakingChanges(before, one.schema);
    const line = isSame ? `= ${one.event}` : `~ ${one.event} (version ${found.revision + 1})`;
    return { wanted: one, found, isSame, breaking, line };
  });
}

export async function applySchemas(
  context: SavedContext,
  planned: readonly PlannedSchema[],
  allowBreaking: boolean,
  ports: SavedPorts,
): Promise<void> {
  for (const { wanted, found, isSame } of planned) {
    if (found === null) await create(context, wanted, ports);
    else if (!isSame) {
      const change = { ...wanted, version: found.revision, allow_breaking: allowBreaking };
      await update(context, found.id, change, ports);
    }
  }
}

function refuse(attr: string, what: string) {
  return invalidValue(attr, `${what}.`);
}
