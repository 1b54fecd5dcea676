import { uuidFrom } from "../../../src/lib/uuid.ts";

const DAY_MS = 86_400_000;
export const DAYS = 50;
export const FIRST_DAY = Date.UTC(2026, 2, 1);
const EVENTS_PER_PERSON = 50;
const SESSION_EVENTS = 10;
/** How many persons visit at a time. */
const VISITS = 100;
const PAGES = 200;
const BROWSERS = ["Chrome", "Chrome", "Chrome", "Safari", "Safari", "Firefox", "Edge"];
const SYSTEMS = ["Mac OS X", "Windows", "Linux", "iOS", "Android"];
/** What visitors do one after the other; the later, the fewer do it. */
const VISIT = ["$pageview", "$pageview", "$autocapture", "product viewed", "$pageview", "added to cart", "order paid"];

/** Returns a number from 0 to below 1 that depends on the numbers given only. */
function share(...numbers: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const number of numbers) {
    mixed = Math.imul(mixed ^ number, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return (mixed >>> 0) / 2 ** 32;
}

/** Returns a UUID that begins with the time, as clients make them (version 7). */
function timedUuid(ms: number, text: string): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuidFrom(text).slice(15)}`;
}

/** Returns event `number` of `count`, of 50 days and a fiftieth as many persons, with about 500 bytes as JSON. */
export function sampleEvent(number: number, count: number): object {
  const visit = Math.floor(number / (VISITS * SESSION_EVENTS)) * VISITS + (number % VISITS);
  const step = Math.floor(number / VISITS) % SESSION_EVENTS;
  const person = Math.floor((share(visit, 1) ** 1.5 * count) / EVENTS_PER_PERSON);
  const isKnown = share(person, 2) < 0.75;
  const identifies = isKnown && share(visit, 3) < 0.2;
  const anonymous = uuidFrom(`visitor ${person}`);
  const event = identifies && step === 2 ? "$identify" : nameOf(visit, step);
  const page = Math.floor(share(visit, step, 4) ** 2 * PAGES);
  const path = event === "order paid" ? "/checkout/done" : `/products/${page % 12}/article-${page}`;
  const time = timeOf(number, count);
  const start = timeOf(number - step * VISITS, count);
  const system = SYSTEMS[Math.floor(share(person, 5) * SYSTEMS.length)];
  return {
    uuid: timedUuid(time, `event ${number}`),
    event,
    timestamp: new Date(time).toISOString(),
    properties: {
      distinct_id: isKnown && !(identifies && step < 2) ? `user-${person}@mail.example` : anonymous,
      $current_url: `https://shop.example${path}`,
      $pathname: path,
      $host: "shop.example",
      $browser: BROWSERS[Math.floor(share(person, 6) * BROWSERS.length)],
      $browser_version: 120 + Math.floor(share(person, 7) * 20),
      $os: system,
      $device_type: system === "iOS" || system === "Android" ? "Mobile" : "Desktop",
      $viewport_width: 800 + Math.floor(share(person, 8) * 1000),
      $lib: "web",
      $lib_version: "1.96.1",
      $session_id: timedUuid(start, `visit ${visit}`),
      $window_id: timedUuid(start, `window ${visit}`),
      $referring_domain: share(visit, 9) < 0.4 ? "search.example" : "$direct",
      ...(!isKnown && { $process_person_profile: false }),
      ...(event === "$identify" && { $anon_distinct_id: anonymous, $set: { plan: person % 3 ? "free" : "pro" } }),
      ...(event === "order paid" && { price: Math.round(share(number) * 100_000) / 100, currency: "NOK" }),
    },
  };
}

function timeOf(number: number, count: number): number {
  return FIRST_DAY + Math.floor(((number + 0.5) / count) * DAYS * DAY_MS);
}

function nameOf(visit: number, step: number): string {
  const reached = 2 + Math.floor(share(visit, 10) ** 1.5 * VISIT.length);
  return step < reached ? (VISIT[step] ?? "$pageleave") : "$pageview";
}
