import type { AnsweringService } from "./answering-service.ts";
import { type Person, type PLACES, type Population, uuidOf } from "./population.ts";

interface WirePerson {
  readonly uuid: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly distinct_ids: readonly string[];
}

/** Returns the events that a service exports as JSON lines, and the persons that it lists. */
export async function exportedPopulation(
  service: AnsweringService,
  [timeZone, center]: (typeof PLACES)[number],
  weekStart: 0 | 1,
): Promise<Population> {
  const persons = new Map<Person, readonly string[]>();
  const owners = new Map<string, Person>();
  const { body } = await service.call(0, "GET", "/persons?limit=100");
  for (const { uuid, properties, distinct_ids } of body["results"] as readonly WirePerson[]) {
    const person = { id: uuid, properties };
    persons.set(person, distinct_ids);
    for (const distinctId of distinct_ids) owners.set(distinctId, person);
  }
  const lines = (await service.command("events", "export")).split("\n").filter((line) => line !== "");
  const events = lines.map((line) => {
    const { uuid, event, distinct_id, timestamp, properties } = JSON.parse(line);
    const person = owners.get(distinct_id) ?? { id: uuidOf(distinct_id), properties: {} };
    owners.set(distinct_id, person);
    return { uuid, event, distinctId: distinct_id, timestamp: Date.parse(timestamp), properties, person };
  });
  const groups = new Map([
    ["x", { size: 5 }],
    ["y", { size: "large" }],
  ]);
  return { timeZone, center, weekStart, events, persons, groups };
}
