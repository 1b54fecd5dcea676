import { ObjectId } from "mongodb";
import type { Millis } from "../../ports/common.ts";
import type { EventToken, LeavingEvent, LeavingEvents } from "../../ports/events.ts";
import type { Collections } from "../collections.ts";
import { eventKey, uuidOfEvent } from "../document-keys.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { settledEvents } from "./stored-events.ts";

export async function leavableEvents(
  collections: Collections,
  { after, until }: { readonly after: EventToken | null; readonly until: EventToken },
  before: Millis,
  limit: number,
): Promise<LeavingEvents | null> {
  const beforeTime = ObjectId.createFromTime(Math.floor(before / 1000)).toHexString();
  const end = until < beforeTime ? until : beforeTime;
  if (after !== null && end <= after) return null;
  for (let perProject = limit; ; perProject = Math.ceil(perProject / 4)) {
    const part = await settledEvents(collections, { after, limit: perProject, end: new ObjectId(end) });
    if (!part) return end === until ? { until, events: [] } : null;
    const events = await readKeys(collections, part.projects, after, part.until, perProject > 1 ? limit : Infinity);
    if (events) return { until: part.until, events };
  }
}

/** Returns null if there are more than the limit. */
async function readKeys(
  { events }: Collections,
  projects: readonly string[],
  after: EventToken | null,
  until: EventToken,
  limit: number,
): Promise<LeavingEvent[] | null> {
  const found: LeavingEvent[] = [];
  const order = { ...(after === null ? {} : { $gt: new ObjectId(after) }), $lte: new ObjectId(until) };
  for (const project of projects) {
    const rows = events.find(
      { project: Number(project), order },
      { projection: { order: 1, timestamp: 1, receivedAt: 1 }, sort: { order: 1 } },
    );
    for await (const { _id, order: token, timestamp, receivedAt } of rows) {
      if (found.length === limit) return null;
      found.push({ projectId: project, uuid: uuidOfEvent(_id), timestamp, receivedAt, token: token.toHexString() });
    }
  }
  return found;
}

/** Implements `Events.leave`. An event that was erased and stored again meanwhile has a later place, and stays. */
export async function leaveEvents({ events }: Collections, leaving: readonly LeavingEvent[]): Promise<number> {
  if (leaving.length === 0) return 0;
  const keys = leaving.map(({ projectId, uuid }) => eventKey(projectId, uuid));
  const last = leaving.reduce((max, { token }) => (token > max ? token : max), "");
  const filter = { _id: { $in: keys }, order: { $lte: new ObjectId(last) } };
  return (await retryOnConflict(() => events.deleteMany(filter))).deletedCount;
}
