import { randomUUID } from "node:crypto";
import { type JsonDifference, jsonDifferences } from "../lib/json/json-differences.ts";
import { parseJsonText } from "../lib/json/parse-json-text.ts";
import type { Millis, Page, ProjectId, UserId } from "../store/ports/common.ts";
import { type Records, UniqueKeyTaken } from "../store/ports/records.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import { ACTIVITY, type ActivityRecord } from "../store/records/change-kinds.ts";
import { usersById } from "./users-by-id.ts";

/** Where a change is made, by whom, and when. */
export interface SavedContext {
  readonly projectId: ProjectId;
  /** Null for a command line. */
  readonly by: UserId | null;
  readonly now: Millis;
}

/** Something that a project has, as the contract shows it. */
export interface Item extends Pick<ActivityRecord, "scope" | "name"> {
  readonly id: string;
  readonly shortId?: string;
  readonly revision?: number;
  /** No secret may be in it. */
  readonly content: object;
}

export type ActivityView = Awaited<ReturnType<typeof listActivity>>["items"][number];

/** A project keeps its latest changes, and some more until it is looked at again, and those of one thing. */
const MAX_OF_PROJECT = 10_000;
const MAX_OF_ITEM = 100;
const MAX_CHANGES = 50;
const MAX_PATH_CHARACTERS = 300;
const MAX_NAME_CHARACTERS = 400;
const MAX_VALUE_CHARACTERS = 1000;
const MAX_CHARACTERS = 16 * 1024;
/** Characters of changes after which a page ends: it is read and written while all other requests wait. */
const MAX_PAGE_CHARACTERS = 2 * 1024 * 1024;
const REMOVED_AT_ONCE = 100;

/** Returns what is logged of a change; null if it changes nothing. A thing without `before` is new, or gone. */
export function activityOf(
  { projectId, by, now: at }: SavedContext,
  before: Item | null,
  after: Item | null,
): ActivityRecord | null {
  const { scope, id: itemId, shortId = null, name, revision = null } = (after ?? before) as Item;
  const differences = before && after ? jsonDifferences(before.content, after.content, MAX_CHANGES + 1) : [];
  if (before && after && differences.length === 0) return null;
  const marked = differences.find(({ path }) => path === "deleted")?.after;
  const kept = marked === undefined ? "updated" : marked ? "deleted" : "restored";
  return {
    ...{ projectId, id: randomUUID(), sequence: nextInSequence(at), at, userId: by, scope, itemId, shortId, revision },
    activity: before === null ? "created" : after === null ? "deleted" : kept,
    name: name.slice(0, MAX_NAME_CHARACTERS),
    ...changesText(differences),
  };
}

let lastSequence = 0;

function nextInSequence(at: Millis): number {
  lastSequence = Math.max(lastSequence + 1, at * 1000);
  return lastSequence;
}

/** Returns the first differences that fit, abbreviated. */
export function changesText(all: readonly JsonDifference[]): Pick<ActivityRecord, "changes" | "hasMore"> {
  let characters = 0;
  const texts = all.slice(0, MAX_CHANGES).map((one) => JSON.stringify(abbreviate(one)));
  const fitting = texts.filter((text) => {
    characters += text.length;
    return characters <= MAX_CHARACTERS;
  });
  return { changes: `[${fitting.join()}]`, hasMore: fitting.length < all.length };
}

function abbreviate({ path, ...values }: JsonDifference): JsonDifference {
  const short = Object.entries(values).map(([side, value]) => {
    const text = JSON.stringify(value);
    return [side, text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : value];
  });
  return { path: path.slice(0, MAX_PATH_CHARACTERS), ...Object.fromEntries(short) };
}

/**
 * Logs changes and makes them, in this order: whatever happens then, none is missing. `make` returns null, or throws
 * `UniqueKeyTaken`, if it changed nothing.
 */
export async function logged<T>(
  activity: ActivityRecord | readonly ActivityRecord[] | null,
  records: Records,
  make: () => Promise<T | null>,
): Promise<T | null> {
  const entries = [activity ?? []].flat();
  const remove = () => Promise.all(entries.map((entry) => records.delete(ACTIVITY, entry)));
  await Promise.all(entries.map((entry) => add(entry, records)));
  const made = await make().catch(async (error: unknown) => {
    if (error instanceof UniqueKeyTaken) await remove();
    throw error;
  });
  if (made === null) await remove();
  return made;
}

async function add(entry: ActivityRecord, records: Records): Promise<void> {
  const { projectId, scope, itemId, activity } = entry;
  await records.insert(ACTIVITY, entry);
  if (activity !== "created") await keepNewest({ projectId, scope, itemId }, MAX_OF_ITEM, records);
  if (entry.id.endsWith("0")) await keepNewest({ projectId }, MAX_OF_PROJECT, records); // counting them takes time
}

type Where = Partial<Pick<ActivityRecord, "scope" | "itemId" | "userId">> & { readonly projectId: ProjectId };

const newest = (where: Where) => ({ where, orderBy: "sequence", descending: true }) as const;

async function keepNewest(where: Where, max: number, records: Records): Promise<void> {
  const { items } = await records.list(ACTIVITY, newest(where), { limit: REMOVED_AT_ONCE, offset: max });
  for (const { projectId, id, version } of items) await records.delete(ACTIVITY, { projectId, id }, version);
}

/** Returns a page of changes, newest first; fewer if they are large. */
export async function listActivity(
  where: Where,
  page: Page,
  { records, tenants }: Pick<StorePorts, "records" | "tenants">,
) {
  const { count, items } = await records.list(ACTIVITY, newest(where), page);
  let characters = 0;
  const fitting = items.filter(({ changes }, index) => {
    characters += changes.length;
    return index === 0 || characters <= MAX_PAGE_CHARACTERS;
  });
  const userIds = fitting.map(({ userId }) => userId);
  const users = await usersById(userIds, tenants);
  const views = fitting.map(({ changes, ...one }) => {
    return { ...one, changes: parseJsonText(changes) as JsonDifference[], user: users(one.userId) };
  });
  return { count, items: views };
}
