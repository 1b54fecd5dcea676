import { createHash } from "node:crypto";

/** What the numbers of a population are drawn with. */
export interface Dice {
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
}

export interface Person {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** An event as it is exported, with its person. */
export interface ExportedEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly person: Person;
}

export interface Population {
  readonly timeZone: string;
  readonly weekStart: 0 | 1;
  /** A day around which the events are, as `2026-03-29`. */
  readonly center: string;
  readonly events: readonly ExportedEvent[];
  /** Persons with a record, and their distinct ids. */
  readonly persons: ReadonlyMap<Person, readonly string[]>;
  readonly groups: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** Zones with a day on which their clocks change; those of Lord Howe change by half an hour. */
export const PLACES = [
  ["UTC", "2026-06-10"],
  ["Europe/Oslo", "2026-03-29"],
  ["Europe/Oslo", "2026-10-25"],
  ["America/New_York", "2026-03-08"],
  ["America/New_York", "2026-11-01"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["America/Santiago", "2026-09-06"],
] as const;
export const SESSIONS = ["s1", "s2", "s3", "s4", "s5", "s6"] as const;
export const NAMES = ["a", "b", "c", "$pageview", "$screen"] as const;
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

export function pick<T>(dice: Dice, items: readonly T[]): T {
  return items[dice.integer(0, items.length - 1)] as T;
}

/** Returns persons, some merged and some without a record, and their events, with ties in time. */
export function newPopulation(dice: Dice, [timeZone, center] = pick(dice, PLACES)): Population {
  const persons = new Map<Person, readonly string[]>();
  const owners: (readonly [string, Person])[] = [];
  for (let index = dice.integer(3, 9); index > 0; index -= 1) {
    const properties = dice.chance(0.6) ? { plan: pick(dice, ["free", "pro"]) } : {};
    const distinctIds = Array.from({ length: dice.integer(1, 3) }, (_, id) => `id ${index} ${id}`);
    const person = { id: uuidOf(`person ${index}`), properties };
    persons.set(person, distinctIds);
    owners.push(...distinctIds.map((distinctId) => [distinctId, person] as const));
  }
  for (let index = dice.integer(0, 3); index > 0; index -= 1) {
    const distinctId = `visitor ${index}`;
    owners.push([distinctId, { id: uuidOf(distinctId), properties: {} }]);
  }
  const noon = Date.parse(`${center}T12:00:00Z`);
  const events: ExportedEvent[] = [];
  const count = dice.integer(10, 120);
  while (events.length < count) {
    const [distinctId, person] = pick(dice, owners);
    let timestamp = noon + dice.integer(-8 * 48, 8 * 48) * 30 * MINUTE_MS;
    for (let burst = dice.integer(1, 6); burst > 0; burst -= 1) {
      const uuid = uuidOf(`event ${events.length}`);
      const event = pick(dice, NAMES);
      events.push({ uuid, event, distinctId, timestamp, properties: newProperties(dice, event), person });
      timestamp += pick(dice, [0, 0, 1, 10_000, 10 * MINUTE_MS, 30 * MINUTE_MS, 30 * MINUTE_MS + 1, DAY_MS]);
    }
  }
  const groups = new Map([
    ["x", { size: 5 }],
    ["y", { size: "large" }],
  ]);
  return { timeZone, weekStart: pick(dice, [0, 1]), center, events, persons, groups };
}

function newProperties(dice: Dice, event: string) {
  return {
    ...(dice.chance(0.7) && { $browser: pick(dice, ["Chrome", "Firefox", "Safari", "Ünder/~"]) }),
    ...(dice.chance(0.5) && { n: pick(dice, [1, 2.5, -3, "4", "none", null, true]) }),
    ...(dice.chance(0.3) && { "a/b~c": pick(dice, ["x", ""]) }),
    ...(dice.chance(0.3) && { $groups: { company: pick(dice, ["x", "y", "z"]) } }),
    ...(dice.chance(0.7) && { $session_id: pick(dice, SESSIONS) }),
    ...(event === "$pageview" && dice.chance(0.9) && { $current_url: pick(dice, ["/", "/p/", "/p", "/q?a=/"]) }),
    ...(event === "$screen" && dice.chance(0.9) && { $screen_name: pick(dice, ["Home", "Cart/"]) }),
  };
}

/** Returns the id that the engine gives to a person without a record, or any other. */
export function uuidOf(text: string): string {
  return createHash("md5")
    .update(text)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
