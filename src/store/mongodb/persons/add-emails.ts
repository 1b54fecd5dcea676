import { emailOf } from "../../email.ts";
import { readProperties } from "../../property-text.ts";
import { insertMissing, updateVersions, type VersionUpdate } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import type { PersonRow } from "../row-types.ts";
import { fromStoredText } from "../stored-text.ts";
import { SUMMARY_BATCH_SIZE } from "./person-row.ts";

const FACT_ID = "person-emails";

export async function hasEmails({ facts }: Collections): Promise<boolean> {
  return (await facts.findOne({ _id: FACT_ID })) !== null;
}

/** Adds `email` to the documents of earlier versions. An interrupted call resumes on the next; several may run. */
export async function addEmails({ persons, facts }: Collections, signal?: AbortSignal): Promise<void> {
  const options = { projection: { properties: 1, version: 1 }, batchSize: SUMMARY_BATCH_SIZE } as const;
  for (let isAny = true; isAny; ) {
    isAny = false;
    let updates: VersionUpdate<PersonRow>[] = [];
    for await (const row of persons.find({ email: { $exists: false } }, options)) {
      if (signal?.aborted) return;
      isAny = true;
      const text = fromStoredText(row.properties);
      const email = text.includes('"email":') ? emailOf(readProperties(text)) : null;
      const { _id, version } = row;
      updates.push({ filter: { _id, version }, update: { $set: { email }, $inc: { version: 1 } } });
      if (updates.length < SUMMARY_BATCH_SIZE) continue;
      await updateVersions(persons, updates);
      updates = [];
    }
    await updateVersions(persons, updates);
  }
  await insertMissing(facts, [{ _id: FACT_ID }]);
}
