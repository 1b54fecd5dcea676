import { randomBytes, randomInt } from "node:crypto";
import { problem, requireFound } from "../lib/problem.ts";
import { definedFields } from "../lib/wire-fields.ts";
import type { Listed, Page, ProjectId } from "../store/ports/common.ts";
import type { IndexedField, RecordKind, RecordQuery, Records, Stored } from "../store/ports/records.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import type { SavedRecord, TaggedRecord } from "../store/records/saved-kinds.ts";
import { scanPages } from "../store/records/scan-all.ts";
import type { User } from "../store/records/tenant-kinds.ts";
import { activityOf, type Item, logged, type SavedContext } from "./activity-log.ts";
import { usersById } from "./users-by-id.ts";

export type SavedPorts = Pick<StorePorts, "records" | "tenants">;

/** A saved record with its users; null for those who no longer exist. */
export type SavedView<R extends SavedRecord> = Omit<R, "createdBy" | "updatedBy"> & {
  readonly createdBy: User | null;
  readonly updatedBy: User | null;
};

type Read<R> = Partial<R> | ((found: Partial<R>) => Partial<R>);

/** How a kind of saved records is found, and logged. */
export interface Identity<R extends SavedRecord, K extends IndexedField<R>> {
  readonly kind: RecordKind<R, K>;
  readonly keyOf: (projectId: ProjectId, id: string) => Pick<R, K>;
  readonly item: (record: R) => Omit<Item, "revision">;
  /** Keeps what a change is about to replace. */
  readonly keep?: ((replaced: R, records: Records) => Promise<unknown>) | undefined;
}

interface Followed<R, Fields> {
  readonly before: R | null;
  readonly after: R | null;
  readonly fields: Partial<Fields>;
}

/** What a kind of saved records has besides what all have. */
interface Declaration<R extends SavedRecord, K extends IndexedField<R>, Fields, Filter> extends Identity<R, K> {
  readonly limit: { readonly max: number; readonly of: string };
  readonly listed: (projectId: ProjectId) => RecordQuery<R>;
  /** Which count for the limit, if not those listed. */
  readonly counted?: (projectId: ProjectId) => RecordQuery<R>;
  /** Says which of those listed a filter is for; a list with one reads all. */
  readonly matches?: (record: R, filter: Filter) => boolean;
  /** Says which can be changed and deleted only. */
  readonly isHidden?: (record: R) => boolean;
  /** Checks and translates fields, of which a change has some, or returns what makes them of the record. */
  readonly read: (fields: Fields, projectId: ProjectId, records: Records, id?: string) => Read<R> | Promise<Read<R>>;
  /** Completes a new record, with an id; repeated if the id is in use. */
  readonly make: (saved: SavedRecord, fields: Partial<R>, records: Records) => R | Promise<R>;
  /** Throws if the fields of a record do not fit together. */
  readonly check?: (record: R) => void;
  /** Does what follows from a change that is made; a record without `before` is new, one without `after` gone. */
  readonly follow?: (change: Followed<R, Fields>, context: SavedContext, records: Records) => Promise<unknown>;
  /** Returns what uses a record, which cannot be hidden or deleted then. */
  readonly usedBy?: (record: R, records: Records) => Promise<readonly string[]>;
}

/** Each function throws what the contract describes: `not_found`, `conflict`, `max_length` for one too many. */
export interface SavedResource<View, Fields, Filter = object> {
  readonly list: (projectId: ProjectId, query: Page & Filter, ports: SavedPorts) => Promise<Listed<View>>;
  readonly create: (context: SavedContext, fields: Fields, ports: SavedPorts) => Promise<View>;
  readonly retrieve: (projectId: ProjectId, id: string, ports: SavedPorts) => Promise<View>;
  readonly update: (context: SavedContext, id: string, change: Change<Fields>, ports: SavedPorts) => Promise<View>;
  readonly destroy: (context: SavedContext, id: string, records: Records) => Promise<void>;
}

export type Change<Fields> = Fields & { readonly version?: number | undefined };

/** Declares what a project's members save: who reads and writes it is decided before. */
export function savedResource<R extends SavedRecord, K extends IndexedField<R>, Fields, Filter = object>(
  declared: Declaration<R, K, Fields, Filter>,
): SavedResource<SavedView<R>, Fields, Filter> {
  const { kind, keyOf, item, limit, listed, counted = listed, matches, isHidden = () => false } = declared;
  const { read, make, check = () => undefined, follow, usedBy = async () => [] } = declared;
  const requireUnused = async (record: R | null, records: Records) => {
    const uses = record && !isHidden(record) ? await usedBy(record, records) : [];
    if (uses.length > 0) throw problem("conflict", { detail: `It is used by ${uses.join(", ")}.` });
  };
  return {
    list: async (projectId, { limit, offset, ...rest }, { records, tenants }) => {
      const filter = rest as unknown as Filter;
      const isFiltered = Object.values(rest).some((value) => value !== undefined);
      if (!matches || !isFiltered) {
        const { count, items } = await records.list(kind, listed(projectId), { limit, offset });
        return { count, items: await viewSaved<R>(items, tenants) };
      }
      const found: R[] = [];
      let count = 0;
      for await (const page of scanPages(records, kind, listed(projectId), SCANNED)) {
        for (const record of page) {
          if (matches(record, filter) && count++ >= offset && found.length < limit) found.push(record);
        }
      }
      return { count, items: await viewSaved<R>(found, tenants) };
    },
    create: async (context, fields, { records, tenants }) => {
      const { projectId, by, now } = context;
      const own = await read(fields, projectId, records);
      const { count } = await records.list(kind, counted(projectId), { limit: 1, offset: 0 });
      checkLimit(count, limit);
      const saved = { projectId, revision: 1, createdAt: now, createdBy: by, updatedAt: now, updatedBy: by };
      let inserted: R | null = null;
      while (inserted === null) {
        const record = await make(saved, fieldsOf(own, {}), records);
        check(record);
        const activity = activityOf(context, null, versioned(record, item));
        inserted = await logged(activity, records, () => records.insert(kind, record));
      }
      await follow?.({ before: null, after: inserted, fields }, context, records);
      return viewOne(inserted, tenants);
    },
    retrieve: async (projectId, id, { records, tenants }) => {
      const found = await records.find(kind, keyOf(projectId, id));
      return viewOne<R>(found && isHidden(found) ? null : found, tenants);
    },
    update: async (context, id, { version, ...fields }, { records, tenants }) => {
      const known = requireFound(await records.find(kind, keyOf(context.projectId, id)));
      const given = fields as unknown as Fields;
      const own = await read(given, context.projectId, records, id);
      if (isHidden({ ...known, ...fieldsOf(own, known) })) await requireUnused(known, records);
      const record = await changeSaved(declared, context, id, records, (found) => {
        const next = changed(found, context, own, version);
        check(next);
        return next;
      });
      if (record) await follow?.({ before: known, after: record, fields: given }, context, records);
      return viewOne<R>(record, tenants);
    },
    destroy: async (context, id, records) => {
      const key = keyOf(context.projectId, id);
      const found = await records.find(kind, key);
      await requireUnused(found, records);
      const activity = found && activityOf(context, versioned(found, item), null);
      requireFound(await logged(activity, records, async () => (await records.delete(kind, key)) || null));
      await follow?.({ before: found, after: null, fields: {} }, context, records);
    },
  };
}

/** Returns a resource whose views have more: `complete` adds it to those of a project, in their order. */
export function completed<View, Whole, Fields, Filter>(
  saved: SavedResource<View, Fields, Filter>,
  complete: (views: readonly View[], records: Records) => Promise<Whole[]>,
): SavedResource<Whole, Fields, Filter> {
  const one = async (view: View, { records }: SavedPorts) => (await complete([view], records))[0] as Whole;
  return {
    list: async (projectId, query, ports) => {
      const { count, items } = await saved.list(projectId, query, ports);
      return { count, items: await complete(items, ports.records) };
    },
    create: async (context, fields, ports) => one(await saved.create(context, fields, ports), ports),
    retrieve: async (projectId, id, ports) => one(await saved.retrieve(projectId, id, ports), ports),
    update: async (context, id, change, ports) => one(await saved.update(context, id, change, ports), ports),
    destroy: saved.destroy,
  };
}

function versioned<R extends SavedRecord>(record: R, item: Identity<R, never>["item"]): Item {
  return { ...item(record), revision: record.revision };
}

/** As `Records.change`, and logs what changes. */
export async function changeSaved<R extends SavedRecord, K extends IndexedField<R>>(
  { kind, keyOf, item, keep }: Identity<R, K>,
  context: SavedContext,
  id: string,
  records: Records,
  change: (found: Stored<R> | null) => Stored<R> | null,
): Promise<Stored<R> | null> {
  for (;;) {
    const found = await records.find(kind, keyOf(context.projectId, id));
    const next = change(found);
    if (found === null || next === null) return found;
    await keep?.(found, records);
    const activity = activityOf(context, versioned(found, item), versioned(next, item));
    const replaced = await logged(activity, records, () => records.replace(kind, next));
    if (replaced !== null) return replaced;
  }
}

/** Records read at a time, because together they may have megabytes. */
const SCANNED = 100;

function fieldsOf<R extends object>(read: Read<R>, found: Partial<R>): Partial<R> {
  return typeof read === "function" ? read(found) : read;
}

const ID_BYTES = 6;

/** Returns an id of 8 letters, digits, `-` or `_`. */
export function newShortId(): string {
  return randomBytes(ID_BYTES).toString("base64url");
}

const MAX_NUMBERED_ID = 2 ** 31 - 1;

/** Returns a short id whose number fits in 32 bits, as some tools need it. */
export function newNumberedId(): string {
  return shortIdOf(String(randomInt(1, MAX_NUMBERED_ID)));
}

export function numberOfShortId(id: string): number {
  return Number.parseInt(Buffer.from(id, "base64url").toString("hex"), 16);
}

/** Returns the short id for which a number stands; other text as it is. */
export function shortIdOf(given: string): string {
  if (!/^[1-9]\d{0,14}$/.test(given)) return given;
  const digits = Number(given).toString(16);
  return Buffer.from(digits.padStart(ID_BYTES * 2, "0"), "hex").toString("base64url");
}

const NUMBER = /^[1-9]\d{0,9}$/;

export function numberOf(id: string): number {
  if (!NUMBER.test(id)) throw problem("not_found");
  return Number(id);
}

export function newestOf(projectId: ProjectId) {
  return { where: { projectId }, orderBy: "createdAt", descending: true } as const;
}

export function newestPresentOf(projectId: ProjectId) {
  return { where: { projectId, deleted: null }, orderBy: "createdAt", descending: true } as const;
}

export type Search = { readonly search?: string | undefined };

/** Declares that a deleted record is not listed, keeps its place in the limit, and can be shown again. */
export const hideable = {
  listed: newestPresentOf,
  counted: (projectId: ProjectId) => ({ where: { projectId } }),
  matches: (record: Tagged, { search }: Search) => mentions(record, search),
  isHidden: ({ deleted }: Tagged) => deleted === true,
};

/** Returns what marks a record as deleted, or not; undefined for a change that says nothing about it. */
export const deletedMark = (deleted: boolean | undefined) => (deleted === undefined ? undefined : deleted || null);

export function boundedText(attr: string, value: unknown, maxBytes: number): string {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) <= maxBytes) return text;
  throw problem("max_length", { attr, detail: `${attr} has more than ${maxBytes} bytes.` });
}

type Tagged = Pick<TaggedRecord, "name" | "description" | "tags" | "deleted">;

export function taggedContent({ name, description, tags = [], deleted }: Tagged) {
  return { name, description, tags: [...tags], deleted: deleted === true };
}

export function mentions({ name, description, tags = [] }: Tagged, search = ""): boolean {
  return [name, description, ...tags].some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

/** Throws `max_length` if a project has as many as it may have. */
export function checkLimit(count: number, { max, of }: { readonly max: number; readonly of: string }): void {
  if (count >= max) throw problem("max_length", { detail: `A project has up to ${max} ${of}: delete one first.` });
}

/** Throws `not_found`, or `conflict` if the record's version is not the one that the client knows. */
function changed<R extends SavedRecord>(
  found: Stored<R> | null,
  { by, now }: SavedContext,
  own: Read<R>,
  version: number | undefined,
): Stored<R> {
  if (found === null) throw problem("not_found");
  if (version !== undefined && version !== found.revision) {
    const detail = `It has changed since: its version is ${found.revision}. Retrieve it, and change that one.`;
    throw problem("conflict", { attr: "version", detail });
  }
  const present = definedFields(fieldsOf(own, found));
  return { ...found, ...present, revision: found.revision + 1, updatedAt: now, updatedBy: by };
}

export async function viewSaved<R extends SavedRecord>(
  records: readonly R[],
  tenants: SavedPorts["tenants"],
): Promise<SavedView<R>[]> {
  const userIds = records.flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]);
  const users = await usersById(userIds, tenants);
  return records.map((record) => {
    return { ...record, createdBy: users(record.createdBy), updatedBy: users(record.updatedBy) };
  });
}

/** Adds the users who made the record. Throws `not_found` for null. */
export async function viewOne<R extends SavedRecord>(record: R | null, tenants: SavedPorts["tenants"]) {
  const [view] = record === null ? [] : await viewSaved([record], tenants);
  return requireFound(view);
}
