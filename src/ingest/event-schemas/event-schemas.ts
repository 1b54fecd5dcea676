import { problem } from "../../lib/problem.ts";
import type { Listed, Page, ProjectId } from "../../store/ports/common.ts";
import { type Records, type Stored, UniqueKeyTaken } from "../../store/ports/records.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import {
  EVENT_SCHEMA_VERSIONS,
  EVENT_SCHEMA_VIOLATIONS,
  EVENT_SCHEMAS,
  type EventSchemaRecord,
} from "../../store/records/schema-kinds.ts";
import {
  changed,
  checkLimit,
  newSaved,
  newShortId,
  type SavedContext,
  type SavedPorts,
  type SavedView,
  viewOne,
  viewPage,
  viewSaved,
} from "../../tenants/saved-record.ts";
import { breakingChanges } from "./breaking-changes.ts";
import { checkSchema } from "./check-schema.ts";
import { announceChange } from "./project-schemas.ts";
import type { Schema } from "./schema.ts";

/** A schema of an event's properties, with the users who made it. Its name is the event's. */
export interface EventSchema extends Omit<SavedView<EventSchemaRecord>, "schema"> {
  readonly schema: Schema;
}

export interface EventSchemaFields {
  readonly description?: string | undefined;
  readonly mode?: EventSchemaRecord["mode"] | undefined;
  readonly schema?: unknown;
}

export interface EventSchemaChange extends EventSchemaFields {
  readonly version?: number | undefined;
  /** Whether events that were valid may become invalid. */
  readonly allow_breaking?: boolean | undefined;
}

export const MAX_EVENT_SCHEMAS = 200;
const MAX_SCHEMA_BYTES = 16 * 1024;
/** Bytes of all schemas of a project: nodes read them again after each change, and every minute. */
const MAX_PLAN_BYTES = 256 * 1024;
/** Versions of one schema that are kept, beside the current one. */
const MAX_OLD_VERSIONS = 50;
const MAX_NAMED_CHANGES = 10;

/** Returns a page of a project's event schemas, newest first. */
export async function list(
  projectId: ProjectId,
  page: Page,
  { records, tenants }: SavedPorts,
): Promise<Listed<EventSchema>> {
  const newest = { where: { projectId }, orderBy: "createdAt", descending: true } as const;
  const { count, items } = await viewPage(await records.list(EVENT_SCHEMAS, newest, page), tenants);
  return { count, items: items.map(parse) };
}

/** Creates a schema. Throws `invalid_input` with the field, `unique` if the event has one, `max_length` if too many. */
export async function create(
  context: SavedContext,
  { event, description, mode = "warn", schema }: EventSchemaFields & { readonly event: string },
  { records, tenants }: SavedPorts,
): Promise<EventSchema> {
  if (event === "$snapshot") throw problem("invalid_input", { attr: "event", detail: "event is no $snapshot." });
  const { projectId } = context;
  const text = toText(schema);
  const others = await scanAll(records, EVENT_SCHEMAS, { where: { projectId } });
  checkLimit(others.length, MAX_EVENT_SCHEMAS, "event schemas");
  requireRoom(text, others);
  const record = { ...newSaved(context, { name: event, description }), mode, schema: text };
  let inserted: Stored<EventSchemaRecord> | null = null;
  await announceChange(projectId, records);
  while (inserted === null) {
    inserted = await records.insert(EVENT_SCHEMAS, { ...record, id: newShortId() }).catch((error: unknown) => {
      if (!(error instanceof UniqueKeyTaken)) throw error;
      throw problem("unique", { attr: "event", detail: "The event has a schema already: change that one." });
    });
  }
  await announceChange(projectId, records);
  return parse(await viewOne(inserted, tenants));
}

/** Throws `not_found`. */
export async function retrieve(
  projectId: ProjectId,
  id: string,
  { records, tenants }: SavedPorts,
): Promise<EventSchema> {
  return parse(await viewOne(await records.find(EVENT_SCHEMAS, { projectId, id }), tenants));
}

/** Changes a schema, keeping a version. Throws `breaking_change`, `not_found`, `conflict`, and as creating does. */
export async function update(
  context: SavedContext,
  id: string,
  { version, allow_breaking: allowBreaking = false, description, mode, schema }: EventSchemaChange,
  { records, tenants }: SavedPorts,
): Promise<EventSchema> {
  const { projectId } = context;
  const text = schema === undefined ? undefined : toText(schema);
  if (text !== undefined) {
    const all = await scanAll(records, EVENT_SCHEMAS, { where: { projectId } });
    requireRoom(
      text,
      all.filter((other) => other.id !== id),
    );
  }
  for (;;) {
    const found = await records.find(EVENT_SCHEMAS, { projectId, id });
    const next = changed(found, context, { description, mode, schema: text }, version);
    if (found === null) throw problem("not_found");
    if (!allowBreaking) requireCompatible(found.schema, next.schema);
    await records.put(EVENT_SCHEMA_VERSIONS, found); // first: whatever happens then, no version is missing
    const replaced = await records.replace(EVENT_SCHEMAS, next);
    if (replaced === null) continue;
    await announceChange(projectId, records);
    await records.delete(EVENT_SCHEMA_VERSIONS, { projectId, id, revision: found.revision - MAX_OLD_VERSIONS });
    return parse(await viewOne(replaced, tenants));
  }
}

/** Returns a page of the versions of a schema, newest first: the current one and up to 50 older ones. */
export async function listVersions(
  projectId: ProjectId,
  id: string,
  { limit, offset }: Page,
  { records, tenants }: SavedPorts,
): Promise<Listed<EventSchema>> {
  const current = await records.find(EVENT_SCHEMAS, { projectId, id });
  if (current === null) throw problem("not_found");
  const archived = await scanAll(records, EVENT_SCHEMA_VERSIONS, { where: { projectId, id } });
  const older = archived.filter(({ revision }) => revision < current.revision);
  const all = [current, ...older.toSorted((a, b) => b.revision - a.revision)];
  const items = await viewSaved(all.slice(offset, offset + limit), tenants);
  return { count: all.length, items: items.map(parse) };
}

/** Deletes a schema with its versions and violations. Throws `not_found`. */
export async function destroy(projectId: ProjectId, id: string, records: Records): Promise<void> {
  if (!(await records.delete(EVENT_SCHEMAS, { projectId, id }))) throw problem("not_found");
  await announceChange(projectId, records);
  for (const version of await scanAll(records, EVENT_SCHEMA_VERSIONS, { where: { projectId, id } })) {
    await records.delete(EVENT_SCHEMA_VERSIONS, version);
  }
  const isOther = ({ schemaId }: { readonly schemaId: string }) => schemaId !== id;
  await records.change(EVENT_SCHEMA_VIOLATIONS, { projectId }, (found) => {
    return found && { ...found, counts: found.counts.filter(isOther), examples: found.examples.filter(isOther) };
  });
}

export type EventSignature = Pick<EventSchema, "name" | "description" | "schema">;

export async function listEventSignatures(projectId: ProjectId, records: Records): Promise<EventSignature[]> {
  const found = await scanAll(records, EVENT_SCHEMAS, { where: { projectId } });
  return found
    .map(({ name, description, schema }) => ({ name, description, schema: JSON.parse(schema) as Schema }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function toText(schema: unknown): string {
  const text = JSON.stringify(checkSchema(schema));
  if (Buffer.byteLength(text) <= MAX_SCHEMA_BYTES) return text;
  throw problem("max_length", { attr: "schema", detail: `schema has more than ${MAX_SCHEMA_BYTES} bytes.` });
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

function parse(view: SavedView<EventSchemaRecord>): EventSchema {
  return { ...view, schema: JSON.parse(view.schema) };
}
