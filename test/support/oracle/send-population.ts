import type { AnsweringService } from "./answering-service.ts";
import type { Population } from "./population.ts";

const BATCH_EVENTS = 50;

/** Sends events, with those that make persons and groups. Returns how many were sent. */
export async function sendPopulation(
  service: AnsweringService,
  { center, events, persons, groups }: Population,
  isMerged: () => boolean = () => true,
): Promise<number> {
  const newEvent = (event: string, distinct_id: string, properties: object) => {
    return { event, distinct_id, properties, timestamp: `${center}T12:00:00Z` };
  };
  const batch: object[] = [...groups].map(([$group_key, $group_set]) => {
    return newEvent("$groupidentify", "id 1 0", { $group_type: "company", $group_key, $group_set });
  });
  for (const [{ properties }, [first = "", ...others]] of persons) {
    batch.push(newEvent("$set", first, { $set: properties }));
    for (const $anon_distinct_id of others.filter(isMerged)) {
      batch.push(newEvent("$identify", first, { $anon_distinct_id }));
    }
  }
  for (const { event, distinctId, timestamp, properties } of events) {
    const more = distinctId.startsWith("visitor") ? { $process_person_profile: false } : {};
    batch.push({ ...newEvent(event, distinctId, { ...properties, ...more }), timestamp: new Date(timestamp) });
  }
  for (let start = 0; start < batch.length; start += BATCH_EVENTS) {
    await service.send(batch.slice(start, start + BATCH_EVENTS));
  }
  return batch.length;
}
