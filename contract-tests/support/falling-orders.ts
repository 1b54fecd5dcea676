import type { SentEvent } from "./asked-project.ts";

const DAY_MS = 86_400_000;
/** Whole days with events. */
export const DAYS = 70;
/** How many days ago it was when one of two browsers began to fail. */
export const SINCE = 3;

export const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Returns orders of two browsers, fewer on some days of the week, of which one browser has none lately. */
export function fallingOrders(event: string): SentEvent[] {
  return Array.from({ length: DAYS }, (_, index) => DAYS - index).flatMap((days) => {
    const count = 16 + 8 * Number(days % 7 > 1) + (days % 3);
    return ["Chrome", "Safari"].flatMap(($browser) => {
      const isBroken = $browser === "Safari" && days <= SINCE;
      return Array.from({ length: isBroken ? 0 : count }, (_, order) => ({
        event,
        distinct_id: `${$browser} ${order}`,
        timestamp: `${dayBefore(days)}T12:00:00.000Z`,
        properties: { $browser, $lib: "web" },
      }));
    });
  });
}
