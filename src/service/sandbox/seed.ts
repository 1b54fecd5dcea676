import { createHash } from "node:crypto";
import type { Schemas } from "../../../generated/sandbox.ts";
import type { FlagDefinition } from "../../flags/define/flag-definition.ts";
import { parseFlags } from "../../flags/define/parse-flags.ts";
import { InvalidFlags } from "../../flags/define/validation.ts";
import { applyFlags } from "../../flags/manage/edit-flags.ts";
import { invalidInput } from "../../lib/problem.ts";
import { uuidFrom } from "../../lib/uuid.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Store } from "../../store/ports/stores.ts";
import { type RecordedSession, type RecordingPorts, storeBodies, storeRecording } from "./store-bodies.ts";

const EVENTS_AT_ONCE = 2000;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MODELS = ["Fjellrev 3", "Bylinje", "Lastesykkel"] as const;
const PLANS = ["none", "service", "service-plus"] as const;
/** Steps of a visit, each with how many of 256 visitors take it after the one before. */
const STEPS = [
  ["$pageview", 256],
  ["bike_configured", 150],
  ["checkout_started", 130],
  ["order_placed", 170],
] as const;
const DAILY = 70;

/** Adds the data to a project. Resolves when everything is stored. Throws `invalid_input` for an invalid flag. */
export async function seed(
  { flags = [], persons = [], events = [], recordings = [], history }: Schemas["Seed"],
  to: { readonly projectId: ProjectId; readonly receivedAt: Millis },
  ports: RecordingPorts,
): Promise<Schemas["Seeded"]> {
  const { store } = ports;
  if (flags.length > 0) await storeFlags(readFlags(flags), to.projectId, store);
  await storeBodies(persons.flatMap(personBodies), { ...to, onlyPersons: true }, store);
  const past = history ? shopHistory(history.days, history.persons, to.receivedAt) : [];
  const all = [...events, ...past];
  let stored = 0;
  for (let start = 0; start < all.length; start += EVENTS_AT_ONCE) {
    stored += await storeBodies([{ batch: all.slice(start, start + EVENTS_AT_ONCE) }], to, store);
  }
  for (const recording of recordings as readonly RecordedSession[]) await storeRecording(recording, to, ports);
  return { flags: flags.length, persons: persons.length, events: stored, recordings: recordings.length };
}

function readFlags(flags: readonly object[]): FlagDefinition[] {
  try {
    return parseFlags({ flags }).flags;
  } catch (error) {
    if (!(error instanceof InvalidFlags)) throw error;
    throw invalidInput("flags", `${error.problems[0]}.`);
  }
}

async function storeFlags(put: readonly FlagDefinition[], projectId: ProjectId, store: Store): Promise<void> {
  await store.transaction(async ({ flags, records }) => {
    const present = await flags.list(projectId);
    const ports = { flags, records, now: Date.now, announce: () => undefined };
    await applyFlags({ projectId, by: null }, { put, remove: [] }, present, ports);
  });
}

function personBodies({ distinct_ids: [first = "", ...others], properties = {} }: PersonSeed): object[] {
  const aliases = others.map((alias) => {
    return { event: "$create_alias", distinct_id: first, properties: { distinct_id: first, alias } };
  });
  return [{ event: "$set", distinct_id: first, properties: {}, $set: properties }, ...aliases];
}

type PersonSeed = NonNullable<Schemas["Seed"]["persons"]>[number];

/**
 * Returns the events of shop visits on as many whole days (UTC) before `now`. The numbers of days and visitors fix how
 * many there are, and when; a visit's uuids follow from its date, so that it is stored once.
 */
function shopHistory(days: number, visitors: number, now: Millis): object[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, index) => index + 1).flatMap((daysAgo) => {
    const day = today - daysAgo * DAY_MS;
    return Array.from({ length: visitors }, (_, visitor) => visit(visitor, daysAgo, day)).flat();
  });
}

function visit(visitor: number, daysAgo: number, day: Millis): object[] {
  const dice = createHash("sha256").update(`${visitor} ${daysAgo}`).digest();
  const roll = (index: number) => dice[index] as number;
  if (roll(0) >= DAILY) return [];
  const start = day + (8 * 60 + roll(1) * 3) * MINUTE_MS;
  const model = MODELS[roll(2) % MODELS.length];
  const plan = PLANS[visitor % PLANS.length];
  const taken = STEPS.findIndex(([, chance], step) => roll(3 + step) >= chance);
  return STEPS.slice(0, taken === -1 ? STEPS.length : taken).map(([event], step) => ({
    uuid: uuidFrom(`shop history ${day} ${visitor} ${step}`),
    event,
    distinct_id: `visitor-${visitor + 1}`,
    timestamp: new Date(start + step * 2 * MINUTE_MS).toISOString(),
    properties: {
      ...(step > 0 && { model }),
      ...(event === "order_placed" && { total_nok: 9900 + 500 * (roll(8) % 20) }),
      $current_url: `https://shop.fjordbikes.example/${step === 0 ? "" : "bikes"}`,
      $set: { plan },
    },
  }));
}
