import { groupBy } from "../../lib/group-by.ts";
import type { RecentMap } from "../../lib/recent-map.ts";
import { uuidFrom } from "../../lib/uuid.ts";
import { sessionIdOf } from "../../recordings/session-properties.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { Events, StoredEvent } from "../../store/ports/events.ts";
import type { Records } from "../../store/ports/records.ts";
import { DEVICE_CLOCKS, type DeviceClock } from "../../store/records/history-kinds.ts";
import { type ClientTime, clockOffset, correctedTime, NORMAL_DELAY_MS } from "../event-time.ts";
import type { NormalizedEvent } from "../normalize-events.ts";

// Decision 31 explains the rule: a client keeps the first correction of its clock, so that its events stay in order.

export interface CorrectClocksPorts {
  readonly records: Pick<Records, "find" | "change" | "scan" | "delete">;
  readonly events: Pick<Events, "latest">;
  /** Clocks used last, by `deviceOf`. */
  readonly clocks: RecentMap<DeviceClock>;
  readonly now: () => Millis;
}

type UncertainEvent = NormalizedEvent & { readonly client: ClientTime };

/** The requests of a client whose clock is known may take this long. */
const MAX_DELAY_MS = 3_600_000;
/** Longer than sessions last. */
const KEPT_MS = 2 * 86_400_000;
/** An event that arrives this soon shows that the client's clock is right. */
const PROMPT_MS = 2 * NORMAL_DELAY_MS;
const MAX_EARLIER_EVENTS = 20;
/** How many clients are looked up for the events that are stored together; what others send costs the store nothing. */
const MAX_DEVICES = 200;

/** Corrects times where the client's clock is wrong: alike for a whole session, on all nodes, each time it runs. */
export async function correctClocks(
  events: readonly NormalizedEvent[],
  ports: CorrectClocksPorts,
): Promise<readonly NormalizedEvent[]> {
  const devices = groupBy(events.filter(isUncertain), deviceOf);
  if (devices.size === 0) return events;
  const offsets = new Map<NormalizedEvent, Millis>();
  let changes = 0;
  const correct = async ([device, own]: [string, readonly UncertainEvent[]]) => {
    let clock = await findClock(device, own, ports);
    for (const event of own) {
      const isKnown = clock !== null && explains(clock, event.client.lag);
      if (clock === null || !isKnown || ports.now() > clock.expiresAt - KEPT_MS / 2) {
        const isRight = clock === null && (await wasPrompt(event, events, ports.events));
        clock = await keepClock(event, device, isKnown ? clock : isRight ? RIGHT : null, ports);
        changes += 1;
      }
      offsets.set(event, clock.offset);
    }
    if (clock !== null) ports.clocks.set(device, clock);
  };
  await Promise.all([...devices].slice(0, MAX_DEVICES).map(correct));
  if (changes > 0) await removeExpired(2 * changes, ports);
  return events.map((event) => {
    if (event.client === undefined) return event;
    const clockCorrection = offsets.get(event) ?? clockOffset(event.client.lag);
    return { ...event, clockCorrection, timestamp: correctedTime(event.client, clockCorrection, event.receivedAt) };
  });
}

const RIGHT: Pick<DeviceClock, "offset" | "lag"> = { offset: 0, lag: 0 };

function isUncertain(event: NormalizedEvent): event is UncertainEvent {
  return event.client !== undefined;
}

/** Names the client of an event: by its session, because its distinct id changes when the person signs in. */
function deviceOf({ projectId, properties, distinctId }: NormalizedEvent): string {
  return uuidFrom(JSON.stringify([projectId, sessionIdOf(properties) ?? [distinctId]]));
}

async function findClock(
  device: string,
  [first]: readonly UncertainEvent[],
  { clocks, records }: CorrectClocksPorts,
): Promise<DeviceClock | null> {
  const projectId = first?.projectId ?? "";
  return clocks.get(device) ?? (await records.find(DEVICE_CLOCKS, { projectId, device }));
}

/** Returns whether a request may have arrived with this lag if the client's clock has not changed. */
function explains({ lag: known }: DeviceClock, lag: Millis): boolean {
  return lag - known >= -NORMAL_DELAY_MS && lag - known <= MAX_DELAY_MS;
}

/** Returns whether other events of the client arrived in time, so that this one, which would not, is late. */
async function wasPrompt(event: UncertainEvent, together: readonly NormalizedEvent[], events: Pick<Events, "latest">) {
  const { projectId, distinctId, receivedAt, properties } = event;
  const { lag } = event.client;
  if (lag < 0 || lag > MAX_DELAY_MS || clockOffset(lag) === 0) return false;
  const isPrompt = (other: Pick<StoredEvent, "timestamp" | "receivedAt">) =>
    Math.abs(other.receivedAt - other.timestamp) <= PROMPT_MS &&
    Math.abs(other.receivedAt - receivedAt) <= MAX_DELAY_MS;
  const device = deviceOf(event);
  if (together.some((other) => !isUncertain(other) && isPrompt(other) && deviceOf(other) === device)) return true;
  const filter = { distinctIds: [distinctId], from: receivedAt - 2 * MAX_DELAY_MS };
  const session = sessionIdOf(properties);
  const isOfClient = ({ properties: json }: StoredEvent) =>
    session === null ? !json.includes('"$session_id"') : json.includes(JSON.stringify(session));
  const earlier = await events.latest(projectId, filter, MAX_EARLIER_EVENTS);
  return earlier.some((other) => isPrompt(other) && isOfClient(other));
}

/** Stores the known clock, or else one from the event's lag, unless another node stored one that explains the lag. */
async function keepClock(
  { projectId, client: { lag } }: UncertainEvent,
  device: string,
  known: Pick<DeviceClock, "offset" | "lag"> | null,
  { records, now }: CorrectClocksPorts,
): Promise<DeviceClock> {
  const { offset, lag: usual } = known ?? { offset: clockOffset(lag), lag };
  const expiresAt = now() + KEPT_MS;
  let kept: DeviceClock = { projectId, device, offset, lag: usual, expiresAt };
  await records.change(DEVICE_CLOCKS, { projectId, device }, (stored) => {
    if (stored !== null && explains(stored, lag)) kept = { ...stored, expiresAt };
    return kept;
  });
  return kept;
}

/** Each new clock removes more than it adds. */
async function removeExpired(limit: number, { records, now }: CorrectClocksPorts): Promise<void> {
  const expired = { orderBy: "expiresAt", before: now() } as const;
  for (const clock of await records.scan(DEVICE_CLOCKS, expired, { limit })) {
    await records.delete(DEVICE_CLOCKS, clock, clock.version);
  }
}
