import { correctClocks } from "../src/ingest/drain/correct-clocks.ts";
import { clockOffset } from "../src/ingest/event-time.ts";
import type { NormalizedEvent } from "../src/ingest/normalize-events.ts";
import { RecentMap } from "../src/lib/recent-map.ts";
import type { DeviceClock } from "../src/store/records/history-kinds.ts";
import { Random } from "./seeded-random.ts";

// Prints the figures of decision 31: how rules for clocks of clients do with simulated delays and errors.

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const DEVICES = 20_000;
const REQUESTS = 12;
const generator = new Random(31);
const random = () => generator.next();
const between = (low: number, high: number) => low + random() * (high - low);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Seconds by which a clock is behind: most are right, some drift, some have a wrong zone or no battery. */
function clockError(): number {
  const kind = random();
  if (kind < 0.9) return normal() * 2 * SECOND;
  if (kind < 0.96) return (random() < 0.5 ? -1 : 1) * MINUTE * 2 ** between(-2, 5);
  if (kind < 0.99) return Math.round(between(-12, 12)) * HOUR + normal() * 20 * SECOND;
  return between(-30 * 365, 365) * DAY;
}

/** How long a request takes, with what the client does to repeat it unchanged. */
function delay(): number {
  const kind = random();
  if (kind < 0.985) return 200 * Math.exp(1.2 * normal());
  return kind < 0.9995 ? between(5, 60) * SECOND : between(1, 50) * MINUTE;
}

interface Sent {
  readonly time: number;
  readonly lag: number;
  readonly arrival: number;
}

/** Returns the requests of a device in the order of sending; each has one event. */
function visit(error: number): Sent[] {
  let sent = 0;
  return Array.from({ length: REQUESTS }, () => {
    sent += between(1, 10) * SECOND;
    const took = delay();
    return { time: sent - between(0, 1) * SECOND - error, lag: error + took, arrival: sent + took };
  });
}

type Rule = (requests: readonly Sent[], device: string) => Promise<number[]> | number[];
const stateless =
  (offset: (lag: number) => number): Rule =>
  (requests) =>
    requests.map(({ lag }) => offset(lag));

/** The rule of the service, which gets one request after the other as they arrive. */
const remembered: Rule = async (requests, device) => {
  const stored = new Map<string, DeviceClock>();
  const clocks = new RecentMap<DeviceClock>(10);
  const seen: { timestamp: number; receivedAt: number; properties: string }[] = [];
  const offsets: number[] = [];
  const ports = {
    clocks,
    now: () => 0,
    events: { latest: async () => seen },
    records: {
      find: async () => stored.get(device) ?? null,
      change: async (_kind: unknown, _key: unknown, change: (clock: DeviceClock | null) => DeviceClock | null) => {
        const changed = change(stored.get(device) ?? null);
        if (changed) stored.set(device, changed);
        return null;
      },
      scan: async () => [],
      delete: async () => true,
    },
  } as unknown as Parameters<typeof correctClocks>[1];
  const order = [...requests.keys()].toSorted((a, b) => (requests[a]?.arrival ?? 0) - (requests[b]?.arrival ?? 0));
  for (const index of order) {
    const { time, lag, arrival } = requests[index] as Sent;
    const isUncertain = Math.abs(lag) > MINUTE;
    const event = { projectId: "1", distinctId: device, properties: {}, receivedAt: arrival, timestamp: time };
    const given = { ...event, ...(isUncertain && { client: { time, lag } }) } as unknown as NormalizedEvent;
    const [corrected] = await correctClocks([given], ports);
    offsets[index] = corrected?.clockCorrection ?? 0;
    seen.push({ timestamp: time + (offsets[index] ?? 0), receivedAt: arrival, properties: "{}" });
  }
  return offsets;
};

const RULES: Readonly<Record<string, Rule>> = {
  "shift each request by its lag": stateless((lag) => lag),
  "round the lag to minutes": stateless((lag) => Math.round(lag / MINUTE) * MINUTE),
  "shift from 2 minutes on": stateless(clockOffset),
  "shift from 2 minutes on, remembered": remembered,
};

const figures = Object.fromEntries(
  Object.keys(RULES).map((name) => [name, { right: 0, wrong: 0, errors: [] as number[] }]),
);
let [right, wrong] = [0, 0];
for (let device = 0; device < DEVICES; device++) {
  const error = clockError();
  const isRight = Math.abs(error) < 10 * SECOND;
  if (isRight) right += 1;
  else wrong += 1;
  const requests = visit(error);
  for (const [name, rule] of Object.entries(RULES)) {
    const offsets = await rule(requests, String(device));
    const times = requests.map(({ time }, index) => time + (offsets[index] ?? 0));
    const figure = figures[name] as (typeof figures)[string];
    if (times.some((time, index) => time < (times[index - 1] ?? time))) figure[isRight ? "right" : "wrong"] += 1;
    figure.errors.push(...offsets.map((offset) => Math.abs(offset - error) / SECOND));
  }
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`;
const seconds = (errors: number[], part: number) => `${(errors[Math.floor(part * errors.length)] ?? 0).toFixed(1)} s`;
for (const [name, figure] of Object.entries(figures)) {
  const errors = figure.errors.toSorted((a, b) => a - b);
  console.log(
    `${name}: visits out of order: ${percent(figure.right, right)} of right clocks, ` +
      `${percent(figure.wrong, wrong)} of wrong ones; error of times: ` +
      `${seconds(errors, 0.5)} (median), ${seconds(errors, 0.99)} (99 %)`,
  );
}
