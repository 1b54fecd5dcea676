import { type PropertyMap, propertyMap } from "../../lib/json/json.ts";
import {
  isBefore,
  type Listed,
  type Millis,
  type Page,
  type Position,
  type ProjectId,
} from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import {
  EVENT_SCHEMA_VIOLATIONS,
  EVENT_SCHEMAS,
  type ViolationCount,
  type ViolationExample,
} from "../../store/records/schema-kinds.ts";

export interface FoundViolation extends Omit<ViolationExample, "properties"> {
  readonly position: Position;
  readonly properties: PropertyMap;
}

/** How often a version of a schema was violated, with examples, the newest first. */
export interface Violations extends ViolationCount {
  readonly event: string;
  readonly examples: readonly ViolationExample[];
}

const MAX_COUNTS = 500;
const MAX_JOURNALS = 50;
/** Limits of a project, of a schema, and of one property and rule of it. */
const [MAX_EXAMPLES, MAX_OF_SCHEMA, MAX_OF_RULE] = [100, 20, 5];
const MAX_PATH_LENGTH = 200;
const MAX_DETAIL_LENGTH = 300;

/** Counts violations in a journal's order, and keeps examples. Ignores those counted before: steps may be repeated. */
export async function addViolations(
  projectId: ProjectId,
  journal: string,
  found: readonly FoundViolation[],
  { records, now }: { readonly records: Pick<Records, "change">; readonly now: () => Millis },
): Promise<void> {
  const last = found.at(-1);
  if (last === undefined) return;
  await records.change(EVENT_SCHEMA_VIOLATIONS, { projectId }, (record) => {
    const { counts, examples, counted } = record ?? { counts: [], examples: [], counted: [] };
    const known = counted.find((position) => position.journal === journal);
    const fresh = known ? found.filter(({ position }) => isBefore(known, position)) : found;
    if (fresh.length === 0) return null;
    const others = counted.filter((position) => position.journal !== journal);
    const next = { journal, ...last.position, at: now() };
    return {
      projectId,
      counts: addCounts(counts, fresh, now()),
      examples: addExamples(examples, fresh),
      counted: [next, ...others].slice(0, MAX_JOURNALS),
    };
  });
}

function addCounts(before: readonly ViolationCount[], found: readonly FoundViolation[], now: Millis): ViolationCount[] {
  const keyOf = ({ schemaId, revision }: Pick<ViolationCount, "schemaId" | "revision">) => `${schemaId} ${revision}`;
  const counts = new Map(before.map((count) => [keyOf(count), count]));
  for (const { schemaId, revision, isStored } of found) {
    const key = keyOf({ schemaId, revision });
    const { count, refused, firstAt } = counts.get(key) ?? { count: 0, refused: 0, firstAt: now };
    counts.set(key, {
      ...{ schemaId, revision, count: count + 1, refused: refused + (isStored ? 0 : 1) },
      ...{ firstAt, lastAt: now },
    });
  }
  return [...counts.values()].toSorted((a, b) => b.lastAt - a.lastAt).slice(0, MAX_COUNTS);
}

/** Keeps the newest examples, few of what occurs often, so that the rest is seen, too. */
function addExamples(before: readonly ViolationExample[], found: readonly FoundViolation[]): ViolationExample[] {
  const kept: ViolationExample[] = [];
  const seen = new Map<string, number>();
  for (const example of [...found.toReversed(), ...before]) {
    const { schemaId, path, rule } = example;
    const limits = [
      [schemaId, MAX_OF_SCHEMA],
      [JSON.stringify([schemaId, path, rule]), MAX_OF_RULE],
    ] as const;
    if (limits.some(([key, max]) => (seen.get(key) ?? 0) >= max)) continue;
    for (const [key] of limits) seen.set(key, (seen.get(key) ?? 0) + 1);
    kept.push("position" in example ? toExample(example) : example);
    if (kept.length === MAX_EXAMPLES) break;
  }
  return kept;
}

function toExample({ position: _, properties, path, detail, ...rest }: FoundViolation): ViolationExample {
  return {
    ...rest,
    path: path.slice(0, MAX_PATH_LENGTH),
    detail: detail.slice(0, MAX_DETAIL_LENGTH),
    properties: shortenProperties(properties),
  };
}

const MAX_PROPERTIES_LENGTH = 2000;
const MAX_TEXT_LENGTH = 100;
const MAX_NESTING = 3;
/** How many values are kept: fewer if they are large. */
const VALUES = [60, 15, 5];

function shortenProperties(properties: PropertyMap): string {
  for (const values of VALUES) {
    const text = JSON.stringify(shorten(properties, 0, { left: values }));
    if (text.length <= MAX_PROPERTIES_LENGTH) return text;
  }
  return "{}";
}

function shorten(value: unknown, depth: number, budget: { left: number }): unknown {
  budget.left -= 1;
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_NESTING) return "…";
  if (Array.isArray(value))
    return value.slice(0, Math.max(0, budget.left)).map((item) => shorten(item, depth + 1, budget));
  const entries = Object.entries(value).slice(0, Math.max(0, budget.left));
  return propertyMap(entries.map(([name, item]) => [cut(name), shorten(item, depth + 1, budget)]));
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

/** Returns a page of the violations of a project by schema and version, or of one event, the latest first. */
export async function listViolations(
  projectId: ProjectId,
  { event, limit, offset }: Page & { readonly event?: string | undefined },
  records: Records,
): Promise<Listed<Violations>> {
  const schemas = await scanAll(records, EVENT_SCHEMAS, { where: { projectId } });
  const names = new Map(schemas.map(({ id, name }) => [id, name]));
  const { counts = [], examples = [] } = (await records.find(EVENT_SCHEMA_VIOLATIONS, { projectId })) ?? {};
  const all = counts.flatMap((count): Violations[] => {
    const name = names.get(count.schemaId);
    if (name === undefined || (event !== undefined && event !== name)) return [];
    const isOwn = (example: ViolationExample) =>
      example.schemaId === count.schemaId && example.revision === count.revision;
    return [{ ...count, event: name, examples: examples.filter(isOwn) }];
  });
  return { count: all.length, items: all.slice(offset, offset + limit) };
}

export async function examplesOf(
  projectId: ProjectId,
  distinctIds: readonly string[],
  records: Pick<Records, "find">,
): Promise<ViolationExample[]> {
  const { examples = [] } = (await records.find(EVENT_SCHEMA_VIOLATIONS, { projectId })) ?? {};
  const wanted = new Set(distinctIds);
  return examples.filter(({ distinctId }) => wanted.has(distinctId));
}

export async function removeExamples(
  projectId: ProjectId,
  isRemoved: (example: ViolationExample) => boolean,
  records: Pick<Records, "change">,
): Promise<void> {
  await records.change(EVENT_SCHEMA_VIOLATIONS, { projectId }, (record) => {
    if (!record?.examples.some(isRemoved)) return null;
    return { ...record, examples: record.examples.filter((example) => !isRemoved(example)) };
  });
}
