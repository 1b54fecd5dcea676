import { randomBytes } from "node:crypto";
import { problem } from "../lib/problem.ts";
import type { Listed, Millis, ProjectId, UserId } from "../store/ports/common.ts";
import type { Records, Stored } from "../store/ports/records.ts";
import type { Tenants, User } from "../store/ports/tenants.ts";
import type { SavedRecord } from "../store/records/saved-kinds.ts";
import { userOf, usersById } from "./users-by-id.ts";

export interface SavedPorts {
  readonly records: Records;
  readonly tenants: Pick<Tenants, "findUsers">;
}

export interface SavedContext {
  readonly projectId: ProjectId;
  /** Null for a command line. */
  readonly by: UserId | null;
  readonly now: Millis;
}

export interface SavedFields {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** A saved record with its users; null for those who no longer exist. */
export type SavedView<R extends SavedRecord> = Omit<R, "createdBy" | "updatedBy"> & {
  readonly createdBy: User | null;
  readonly updatedBy: User | null;
};

const ID_BYTES = 6;

/** Returns an id of 8 letters, digits, `-` or `_`. */
export function newShortId(): string {
  return randomBytes(ID_BYTES).toString("base64url");
}

export function newSaved({ projectId, by, now }: SavedContext, { name = "", description = "" }: SavedFields) {
  const times = { createdAt: now, createdBy: by, updatedAt: now, updatedBy: by };
  return { projectId, name, description, revision: 1, ...times };
}

/** Throws `max_length` if a project has as many as it may have. */
export function checkLimit(count: number, max: number, what: string): void {
  if (count >= max) throw problem("max_length", { detail: `A project has up to ${max} ${what}: delete one first.` });
}

/** Throws `not_found`, or `conflict` if the record's version is not the one that the client knows. */
export function changed<R extends SavedRecord>(
  found: Stored<R> | null,
  { by, now }: SavedContext,
  fields: Partial<R>,
  version: number | undefined,
): Stored<R> {
  if (found === null) throw problem("not_found");
  if (version !== undefined && version !== found.revision) {
    const detail = `It has changed since: its version is ${found.revision}. Retrieve it, and change that one.`;
    throw problem("conflict", { attr: "version", detail });
  }
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...found, ...present, revision: found.revision + 1, updatedAt: now, updatedBy: by };
}

export async function viewSaved<R extends SavedRecord>(
  records: readonly R[],
  tenants: SavedPorts["tenants"],
): Promise<SavedView<R>[]> {
  const users = await usersById(
    records.flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]),
    tenants,
  );
  return records.map((record) => {
    return { ...record, createdBy: userOf(record.createdBy, users), updatedBy: userOf(record.updatedBy, users) };
  });
}

/** Adds the users who made the record. Throws `not_found` for null. */
export async function viewOne<R extends SavedRecord>(
  record: R | null,
  tenants: SavedPorts["tenants"],
): Promise<SavedView<R>> {
  const [view] = record === null ? [] : await viewSaved([record], tenants);
  if (!view) throw problem("not_found");
  return view;
}

export async function viewPage<R extends SavedRecord>(
  { count, items }: Listed<R>,
  tenants: SavedPorts["tenants"],
): Promise<Listed<SavedView<R>>> {
  return { count, items: await viewSaved(items, tenants) };
}
