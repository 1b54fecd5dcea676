import type { Filter } from "mongodb";
import { escapeText, unescapeText } from "../escape-text.ts";
import {
  ERASURE_STAGES,
  type Erasure,
  type ErasureKey,
  type Erasures,
  MAX_UNFINISHED_ERASURES,
  type MatchingId,
} from "../ports/erasures.ts";
import type { Records } from "../ports/records.ts";
import { recordNodes } from "../records/nodes.ts";
import { batchesOf, byId, insertMissing } from "./bulk-writes.ts";
import { nextNumber } from "./counters.ts";
import { projectKey, projectNumberForQuery, requireProjectNumber } from "./document-keys.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { ErasureItemRow, ErasureRow } from "./row-types.ts";

const COLLECTING = ERASURE_STAGES.indexOf("collecting");

export function mongoErasures(database: MongoDatabase, records: Records): Erasures {
  return {
    ...recordNodes(records, true),

    insert: (erasure) =>
      database.run(async (collections) => {
        const project = requireProjectNumber(erasure.projectId);
        // Now new persons of the project get other uuids than the erased one: see `newPersonRow`.
        const number = await nextNumber(collections, `erasures ${project}`);
        const row = { number, requestedAt: erasure.requestedAt, stage: ERASURE_STAGES.indexOf(erasure.stage) };
        await insertMissing(collections.erasures, [
          { _id: keyOf(erasure), project, ...row, unfinished: true as const },
        ]);
      }),

    find: (key) =>
      database.run(async ({ erasures }) => {
        const row = await erasures.findOne({ _id: keyOf(key) });
        return row && toErasure(row);
      }),

    list: (projectId, { limit, offset }) =>
      database.run(async ({ erasures }) => {
        const filter = { project: projectNumberForQuery(projectId), stage: { $gt: COLLECTING } };
        const rows = erasures.find(filter).sort({ number: -1 }).skip(offset).limit(limit);
        return { count: await erasures.countDocuments(filter), items: (await rows.toArray()).map(toErasure) };
      }),

    unfinished: () =>
      database.run(async ({ erasures }) => {
        const rows = erasures
          .find({ unfinished: true })
          .sort({ requestedAt: 1, _id: 1 })
          .limit(MAX_UNFINISHED_ERASURES);
        return (await rows.toArray()).map(toErasure);
      }),

    advance: (key, stage, at) =>
      database.run(async ({ erasures }) => {
        const number = ERASURE_STAGES.indexOf(stage);
        const completion =
          stage === "completed" ? { $unset: { unfinished: "", claimedBy: "", claimedUntil: "" } as const } : {};
        const $set = { stage: number, ...(stage === "completed" && { completedAt: at }) };
        const earlier = { _id: keyOf(key), stage: { $lt: number } };
        await retryOnConflict(() => erasures.updateOne(earlier, { $set, ...completion }));
      }),

    claim: (key, owner, until, now) =>
      database.run(async ({ erasures }) => {
        const free = { _id: keyOf(key), $or: [{ claimedBy: owner }, { claimedUntil: { $not: { $gt: now } } }] };
        const claim = { $set: { claimedBy: owner, claimedUntil: until } };
        return (await retryOnConflict(() => erasures.updateOne(free, claim))).matchedCount > 0;
      }),

    addItems: (key, kind, values) =>
      database.run(async ({ erasure_items: items }) => {
        const erasure = keyOf(key);
        const rows = values.map((value) => ({
          _id: itemKey(key, kind, value),
          erasure,
          kind,
          value: escapeText(value),
        }));
        await insertMissing(items, rows.toSorted(byId));
      }),

    items: (key, kind, after, limit) =>
      database.run(async ({ erasure_items: items }) => {
        const later = after === null ? {} : { _id: { $gt: itemKey(key, kind, after) } };
        const filter: Filter<ErasureItemRow> = { erasure: keyOf(key), kind, ...later };
        const rows = await items.find(filter).sort({ _id: 1 }).limit(limit).toArray();
        return rows.map(({ value }) => unescapeText(value));
      }),

    removeItems: (key) =>
      database.run(async ({ erasure_items: items }) => {
        await retryOnConflict(() => items.deleteMany({ erasure: keyOf(key) }));
      }),

    matching: (projectId, distinctIds) =>
      database.run(async ({ erasures, erasure_items: items }) => {
        const rows = await erasures.find({ unfinished: true, project: projectNumberForQuery(projectId) }).toArray();
        const open = new Map(rows.map((row) => [row._id, toErasure(row)]));
        const found: MatchingId[] = [];
        for (const batch of open.size > 0 ? batchesOf(distinctIds) : []) {
          for await (const item of items.find({ kind: "distinct_id", value: { $in: batch.map(escapeText) } })) {
            const erasure = open.get(item.erasure);
            if (erasure) found.push({ ...erasure, distinctId: unescapeText(item.value) });
          }
        }
        return found;
      }),

    async scrub() {
      await database.ping();
      return true;
    },
  };
}

function keyOf({ projectId, id }: ErasureKey): string {
  return projectKey(projectId, id);
}

function itemKey({ projectId, id }: ErasureKey, kind: string, value: string): string {
  return projectKey(projectId, id, kind, value);
}

function toErasure({ _id, project, requestedAt, stage, completedAt }: ErasureRow): Erasure {
  return {
    id: unescapeText(_id.slice(_id.indexOf("/") + 1)),
    projectId: String(project),
    requestedAt,
    stage: ERASURE_STAGES[stage] ?? "collecting",
    completedAt: completedAt ?? null,
  };
}
