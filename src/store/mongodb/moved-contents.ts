import { type Db, type Document, ObjectId } from "mongodb";
import { emailOf } from "../email.ts";
import { unescapeText } from "../escape-text.ts";
import type { EventToken } from "../ports/events.ts";
import type { AnyRow, RowBatch } from "../ports/neutral-rows.ts";
import type { RecordKindSpec } from "../ports/records.ts";
import { readProperties } from "../property-text.ts";
import { type FiledPosition, HISTORY_LEFT, HISTORY_POSITION, type LeftPosition } from "../records/history-kinds.ts";
import { type StoredFields, unescapeFields } from "../records/stored-record.ts";
import { inBatches, insertMissing } from "./bulk-writes.ts";
import { decodePosition, encodePosition } from "./checkpoints.ts";
import { eventKey, fromStoredText, projectKey, uuidOfEvent } from "./document-keys.ts";
import { type Documents, documents, orderAt, type Source } from "./moved-documents.ts";
import { survivorRefsOf } from "./persons/merge-persons.ts";
import { uuidOfPerson } from "./persons/person-row.ts";
import { type RecordRow, recordKey } from "./record-documents.ts";
import type { DistinctIdRow, EventRow } from "./row-types.ts";

/** Not 0: a person that was never changed may be removed as one that lost a race. */
const MOVED_VERSION = 1;

/** What follows the project in a key. */
const restOf = (key: string) => unescapeText(key.slice(key.indexOf("/") + 1));

const events = documents("events", "events", {
  id: ({ project, uuid }) => eventKey(String(project), uuid),
  more: (_, position) => ({ order: orderAt(position) }),
  derive: ({ _id }) => ({ uuid: uuidOfEvent(_id) }),
});

/** Reading goes on after the event with this order, of a project, among those that are in files or not. */
type Cursor = readonly [isFiled: 1 | 0, project: number, order: string | null];

/** Yields the events in files and then the others; both by project, in the order of storing. */
async function* readEvents(source: Source, after: string | null): AsyncGenerator<RowBatch> {
  const filedUpTo = await movedFiledUpTo(source.db);
  const [filed, first, order]: Cursor = after === null ? [1, 0, null] : JSON.parse(after);
  const border = filedUpTo === null ? null : new ObjectId(filedUpTo);
  for (const isFiled of [1, 0] as const) {
    if (isFiled > filed || (isFiled === 1 && !border)) continue;
    const part = border ? { [isFiled ? "$lte" : "$gt"]: border } : {};
    for (const project of await projectsOf(source)) {
      if (isFiled === filed && project < first) continue;
      const isBegun = isFiled === filed && project === first && order !== null;
      const bounds = { ...part, ...(isBegun && { $gt: new ObjectId(order) }) };
      const found = source.events.find({ project, ...(Object.keys(bounds).length > 0 && { order: bounds }) });
      for await (const batch of inBatches(found.sort({ order: 1 }) as AsyncIterable<EventRow>)) {
        const cursor: Cursor = [isFiled, project, batch.at(-1)?.order.toHexString() ?? null];
        yield { rows: await events.toRows(batch, source), cursor: JSON.stringify(cursor) };
      }
    }
  }
}

export async function countEventsUpTo(source: Source, token: EventToken): Promise<number> {
  const project = { $in: await projectsOf(source) };
  return source.events.countDocuments({ project, order: { $lte: new ObjectId(token) } });
}

async function projectsOf({ projects, removed_projects }: Source): Promise<number[]> {
  const removed = await removed_projects.find({ stage: { $ne: "confirmed" } }).toArray();
  const present = await projects.find({}, { projection: { _id: 1 } }).toArray();
  return [...new Set([...present, ...removed].map(({ _id }) => _id))].toSorted((a, b) => a - b);
}

const distinctIds = documents("distinct_ids", "distinct_ids", {
  id: ({ project, distinctId }) => projectKey(String(project), distinctId),
  more: ({ project, uuid }, position) => ({ person: projectKey(String(project), uuid), order: orderAt(position) }),
});

/** Distinct ids of a person follow each other, in order. */
async function* readDistinctIds(source: Source, after: string | null): AsyncGenerator<RowBatch> {
  // All of the last person are read again.
  const rest = after === null ? {} : { person: { $gte: JSON.parse(after) as string } };
  const found = source.distinct_ids.find(rest).sort({ person: 1, order: 1 });
  for await (const batch of inBatches(found as AsyncIterable<DistinctIdRow>)) {
    const survivors = await survivorRefsOf(source, new Set(batch.map(({ person }) => person)));
    const rows = (await distinctIds.toRows(batch, source)).flatMap((row, index) => {
      const owner = survivors.get(batch[index]?.person ?? "");
      return owner ? [{ ...row, uuid: uuidOfPerson(owner) }] : [];
    });
    yield { rows, cursor: JSON.stringify(batch.at(-1)?.person) };
  }
}

/** Completes merges that an interrupted process has decided, as any reader does. */
export async function completeMerges(source: Source): Promise<void> {
  const merging = source.persons.find({ merging: { $exists: true } }, { projection: { _id: 1 } });
  for await (const { _id } of merging) await survivorRefsOf(source, new Set([_id]));
}

/** The kinds that are no records and not of recordings, in any order. */
export const CONTENT_DOCUMENTS = {
  groups: documents("groups", "groups", {
    id: ({ project, type, key }) => projectKey(String(project), type, key),
    more: () => ({ version: 0 }),
  }),
  group_types: documents("group_types", "group_types", {
    id: ({ project, number }) => projectKey(String(project), String(number)),
  }),
  persons: documents("persons", "persons", {
    filter: { mergedInto: { $exists: false } },
    id: ({ project, uuid }) => projectKey(String(project), uuid),
    more: () => ({ version: MOVED_VERSION }),
    derive: ({ _id, email, properties }) => ({
      uuid: uuidOfPerson({ _id }),
      ...(email === undefined && { email: emailOf(readProperties(fromStoredText(properties))) }),
    }),
  }),
  merged_persons: documents("merged_persons", "persons", {
    filter: { mergedInto: { $exists: true } },
    projection: { properties: 0 },
    id: ({ project, uuid }) => projectKey(String(project), uuid),
    more({ project, into }) {
      const empty = { properties: "{}", isIdentified: false, createdAt: 0, email: null };
      return { ...empty, version: MOVED_VERSION, mergedInto: projectKey(String(project), into) };
    },
    derive: ({ _id, mergedInto = "" }) => ({ uuid: uuidOfPerson({ _id }), into: uuidOfPerson({ _id: mergedInto }) }),
  }),
  distinct_ids: { ...distinctIds, read: readDistinctIds },
  flag_identifiers: documents("flag_identifiers", "flag_identifiers", {
    names: { key: "flag" },
    id: ({ project, uuid, key }) => projectKey(String(project), uuid, key),
    more: ({ project, uuid }) => ({ person: projectKey(String(project), uuid) }),
    derive: ({ person }) => ({ uuid: uuidOfPerson({ _id: person }) }),
  }),
  checkpoints: documents("checkpoints", "checkpoints", {
    fields: ["project"],
    id: ({ project, journal }) => projectKey(String(project), journal),
    more: ({ group, index }) => ({ position: encodePosition({ group, index }) }),
    derive: ({ _id, position }) => ({ journal: restOf(_id), ...decodePosition(position) }),
  }),
  events: { ...events, count: ({ events }) => events.estimatedDocumentCount(), read: readEvents },
} satisfies Record<string, Documents>;

export function recordDocuments(kinds: readonly RecordKindSpec[]): Documents {
  return {
    async count({ db }) {
      const counts = await Promise.all(kinds.map(({ name }) => db.collection(name).estimatedDocumentCount()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    read: ({ db }, after) => readRecords(db, kinds, after),
    async write({ db }, rows) {
      for (const kind of kinds) {
        const own = rows.filter(({ recordKind }) => recordKind === kind.name);
        await insertMissing(
          db.collection<RecordRow>(kind.name),
          own.map((row) => toRecordRow(kind, row)),
        );
      }
    },
    async clear({ db }: Source) {
      for (const { name } of kinds) await db.collection(name).deleteMany({});
    },
  };
}

async function* readRecords(db: Db, kinds: readonly RecordKindSpec[], after: string | null): AsyncGenerator<RowBatch> {
  const [first, start] = after === null ? [0, null] : (JSON.parse(after) as [number, string | number]);
  for (const [index, kind] of kinds.entries()) {
    if (index < first) continue;
    const beyond: Document = index === first && start !== null ? { _id: { $gt: start } } : {};
    const found = db.collection<RecordRow>(kind.name).find(beyond).sort({ _id: 1 });
    for await (const batch of inBatches(found as AsyncIterable<RecordRow>)) {
      const rows = batch.map(({ _id, version, ...fields }) => {
        return { recordKind: kind.name, version, value: JSON.stringify(fields) };
      });
      yield { rows, cursor: JSON.stringify([index, batch.at(-1)?._id]) };
    }
  }
}

function toRecordRow(kind: RecordKindSpec, { version, value = "" }: AnyRow): RecordRow {
  const fields = JSON.parse(value) as StoredFields;
  return { ...fields, _id: recordKey(kind, unescapeFields(fields)), version: String(version) };
}

/** Returns up to where events are in history files; null if none has left for them. */
export async function movedFiledUpTo(db: Db): Promise<EventToken | null> {
  const left = await db.collection<LeftPosition>(HISTORY_LEFT.name).findOne({ receivedUntil: { $ne: null } });
  return left && ((await db.collection<FiledPosition>(HISTORY_POSITION.name).findOne())?.filedUpTo ?? null);
}
