import { BSON, type Db } from "mongodb";
import type { Collections } from "../collections.ts";
import { inBatches } from "../move/documents.ts";
import { moveFlagIdentifiers } from "../persons/flag-identifiers.ts";
import { distinctIdsKey } from "../persons/person-row.ts";
import { survivorRefsOf } from "../persons/survivors.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { PersonRow } from "../row-types.ts";
import { decodeExactly } from "./bson-files.ts";

// A server without snapshots is copied one collection after the other, while persons are merged. The journal is copied
// before, so merges that the copy lacks are repeated from it; those that it has in part are not, and need what is here.

/** Yields persons with merges once all are copied: one copied before its merge lacks the other's properties. */
export async function* readTargetsAgain(db: Db): AsyncGenerator<Uint8Array> {
  const persons = db.collection<PersonRow>("persons");
  const merged = persons.find({ mergedInto: { $exists: true } }, { projection: { mergedInto: 1 } });
  for await (const batch of inBatches(merged)) {
    let targets = new Set(batch.map(({ mergedInto }) => mergedInto ?? ""));
    while (targets.size > 0) {
      const documents = persons.find({ _id: { $in: [...targets] } }, { raw: true });
      targets = new Set();
      for await (const document of documents as AsyncIterable<object> as AsyncIterable<Uint8Array>) {
        yield document;
        const { mergedInto } = BSON.deserialize(document) as PersonRow;
        if (mergedInto !== undefined) targets.add(mergedInto);
      }
    }
  }
}

/**
 * Replaces persons that were restored before by those read again, and moves distinct ids and flag identifiers, copied
 * before the persons, to survivors. Needs the indexes.
 */
export async function completeMerges(collections: Collections, again: AsyncIterable<Uint8Array>): Promise<void> {
  const { persons, distinct_ids, flag_identifiers } = collections;
  for await (const batch of inBatches(again, ({ byteLength }) => byteLength)) {
    const operations = batch.map((document) => {
      const replacement = decodeExactly(document) as PersonRow;
      return { replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true } };
    });
    await retryOnConflict(() => persons.bulkWrite(operations));
  }
  const merged = persons.find({ mergedInto: { $exists: true } }, { projection: { _id: 1 } });
  for await (const batch of inBatches(merged)) {
    const ids = batch.map(({ _id }) => _id);
    const survivors = await survivorRefsOf(collections, new Set(ids));
    const moves = new Map<string, string>();
    for (const [id, survivor] of survivors) {
      const under = distinctIdsKey(survivor);
      for (const key of [id, survivor._id]) if (key !== under) moves.set(key, under);
    }
    const operations = Array.from(moves, ([person, under]) => ({
      updateMany: { filter: { person }, update: { $set: { person: under } } },
    }));
    if (operations.length > 0) await retryOnConflict(() => distinct_ids.bulkWrite(operations, { ordered: false }));
    for (const from of await flag_identifiers.distinct("person", { person: { $in: ids } })) {
      const into = survivors.get(from);
      if (into) await moveFlagIdentifiers(collections, into._id, from);
    }
  }
}
