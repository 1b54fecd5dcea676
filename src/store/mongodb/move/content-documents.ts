import { type Collection, ObjectId } from "mongodb";
import { escapeText, unescapeText } from "../../escape-text.ts";
import type { ProjectId } from "../../ports/common.ts";
import type { EventToken } from "../../ports/events.ts";
import type { NeutralRow, RowBatch } from "../../ports/neutral-rows.ts";
import { insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { eventKey, projectKey } from "../document-keys.ts";
import { toEvent } from "../events/event-row.ts";
import type { EventRow, FlagRow } from "../row-types.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { type Documents, documents, inBatches } from "./collection-rows.ts";
import { orderAt } from "./orders.ts";

/** Reading goes on after the event with this order, of a project, among those that are in files or not. */
type Cursor = readonly [isFiled: 1 | 0, project: number, order: string | null];

/** Yields the events in files, up to a token, and then the others; both by project, in the order of storing. */
export async function* readEvents(
  collections: Collections,
  filedUpTo: EventToken | null,
  after: string | null,
): AsyncGenerator<RowBatch> {
  const [filed, first, order]: Cursor = after === null ? [1, 0, null] : JSON.parse(after);
  const border = filedUpTo === null ? null : new ObjectId(filedUpTo);
  for (const isFiled of [1, 0] as const) {
    if (isFiled > filed || (isFiled === 1 && !border)) continue;
    const part = border ? { [isFiled ? "$lte" : "$gt"]: border } : {};
    for (const project of await projectsOf(collections)) {
      if (isFiled === filed && project < first) continue;
      const isBegun = isFiled === filed && project === first && order !== null;
      const bounds = { ...part, ...(isBegun && { $gt: new ObjectId(order) }) };
      const found = collections.events.find({ project, ...(Object.keys(bounds).length > 0 && { order: bounds }) });
      for await (const batch of inBatches(found.sort({ order: 1 }) as AsyncIterable<EventRow>)) {
        const cursor: Cursor = [isFiled, project, batch.at(-1)?.order.toHexString() ?? null];
        yield { rows: batch.map(toEventRow), cursor: JSON.stringify(cursor) };
      }
    }
  }
}

export async function countEventsUpTo(collections: Collections, token: EventToken): Promise<number> {
  const project = { $in: await projectsOf(collections) };
  return collections.events.countDocuments({ project, order: { $lte: new ObjectId(token) } });
}

export const events: Omit<Documents<"events">, "read"> = {
  count: ({ events }) => events.estimatedDocumentCount(),
  write: ({ events }, rows, position) =>
    insertMissing(
      events,
      rows.map(({ project, uuid, event, distinctId, properties, ...times }, index) => ({
        _id: eventKey(String(project), uuid),
        project,
        order: orderAt(position + index),
        event: escapeText(event),
        distinctId: escapeText(distinctId),
        properties: toStoredText(properties),
        ...times,
      })),
    ),
  clear: ({ events }) => events.deleteMany({}),
};

/** Adds what stays of events that have left: see `leaveEvents`. */
export function addLeftUuids({ events }: Collections, projectId: ProjectId, uuids: readonly string[]) {
  const keys: Collection<Pick<EventRow, "_id">> = events as never;
  return insertMissing(
    keys,
    uuids.map((uuid) => ({ _id: eventKey(projectId, uuid) })),
  );
}

function toEventRow(row: EventRow): NeutralRow<"events"> {
  const { projectId: _, ...event } = toEvent(row);
  return { project: row.project, ...event };
}

async function projectsOf({ projects, removed_projects }: Collections): Promise<number[]> {
  const removed = await removed_projects.find({ stage: { $ne: "confirmed" } }).toArray();
  const present = await projects.find({}, { projection: { _id: 1 } }).toArray();
  return [...new Set([...present, ...removed].map(({ _id }) => _id))].toSorted((a, b) => a - b);
}

export const flags: Documents<"flags"> = documents({
  of: ({ flags }) => flags,
  toRows: (rows) =>
    rows.map((row) => ({
      project: row.project ?? row.deletedFrom ?? 0,
      key: unescapeText(row.key),
      number: row.number ?? 0,
      version: row.version ?? 1,
      isDeleted: row.deletedFrom === undefined ? 0 : 1,
      createdAt: row.createdAt ?? row.updatedAt,
      createdBy: row.createdBy ?? null,
      updatedAt: row.updatedAt,
      definition: fromStoredText(row.definition),
      activity: fromStoredText(row.activity ?? "[]"),
    })),
  toDocument: ({ project, key, version, isDeleted, createdBy, definition, activity, ...row }): FlagRow => ({
    _id: projectKey(String(project), key),
    ...(isDeleted === 1 ? { deletedFrom: project } : { project }),
    key: escapeText(key),
    definition: toStoredText(definition),
    activity: toStoredText(activity),
    version: Number(version),
    ...(createdBy !== null && { createdBy }),
    ...row,
  }),
});

export const erasures: Documents<"erasures"> = {
  count: ({ erasures }) => erasures.countDocuments({}),
  async *read({ erasures }, after) {
    if (after !== null) return; // they are few: all are read again
    const found = await erasures.find().sort({ project: 1, number: 1 }).toArray();
    const rows = found.map(({ _id, project, requestedAt, stage, completedAt = null }) => {
      const erasure = unescapeText(_id.slice(_id.indexOf("/") + 1));
      return { project, erasure, requestedAt, stageNumber: stage, completedAt };
    });
    if (rows.length > 0) yield { rows, cursor: "all" };
  },
  write: ({ erasures }, rows, position) =>
    insertMissing(
      erasures,
      rows.map(({ project, erasure, requestedAt, stageNumber, completedAt }, index) => ({
        ...{ _id: projectKey(String(project), erasure), project, number: position + index + 1, requestedAt },
        ...{ stage: stageNumber, ...(completedAt !== null && { completedAt }) },
      })),
    ),
  clear: ({ erasures }) => erasures.deleteMany({}),
};

/** Sets the counters of numbers that moved rows have got here. */
export async function setOwnCounters({ counters, erasures, invite_batches }: Collections): Promise<void> {
  const set = (name: string, last: number) => {
    const changes = { $max: { last }, $setOnInsert: { name, version: "moved" } };
    return counters.updateOne({ _id: name }, changes, { upsert: true });
  };
  const [newest] = await invite_batches.find().sort({ number: -1 }).limit(1).toArray();
  if (newest) await set("invites", newest.number);
  for await (const { project, number } of erasures.find()) await set(`erasures ${project}`, number);
}
