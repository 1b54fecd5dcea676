import { createHash } from "node:crypto";
import { uuidFrom } from "../../../lib/uuid.ts";
import type { Millis } from "../../../store/ports/common.ts";

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
/** How many of 256 visitors come on a day. */
const DAILY = 70;

/**
 * Returns the events of shop visits on as many whole days (UTC) before `now`. The numbers of days and visitors fix how
 * many there are, and when; a visit's uuids follow from its date, so that it is stored once.
 */
export function shopHistory(days: number, visitors: number, now: Millis): object[] {
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
