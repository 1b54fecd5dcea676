/** A time in which somebody did something at least every `ACTIVE_GAP_MS`. */
export type Stretch = readonly [from: number, to: number];

/**
 * When somebody did something in one hour of a session: so little that it may be kept whole, however long the session is. Times are
 * milliseconds since the hour began.
 */
export interface ActiveHour {
  /** Hours since 1970. */
  readonly hour: number;
  /** Sorted, further apart than `ACTIVE_GAP_MS`. */
  readonly stretches: readonly Stretch[];
  /** When something was done first after the hour, where that was within `ACTIVE_GAP_MS` of its end. */
  readonly next: number | null;
}

/** The longest pause between two acts that still counts as active. */
export const ACTIVE_GAP_MS = 5000;
export const HOUR_MS = 3_600_000;

/** The hours in which something was done at these times, in whole milliseconds since 1970 and in any order; by the hour. */
export function activeHours(times: Iterable<number>): ActiveHour[] {
  const hours = new Map<number, { stretches: Stretch[]; next: number | null }>();
  const hourOf = (hour: number) => {
    const found = hours.get(hour) ?? { stretches: [], next: null };
    hours.set(hour, found);
    return found;
  };
  for (const time of times) {
    const hour = Math.floor(time / HOUR_MS);
    const at = time - hour * HOUR_MS;
    hourOf(hour).stretches.push([at, at]);
    if (at > ACTIVE_GAP_MS) continue;
    const before = hourOf(hour - 1);
    before.next = earlier(before.next, HOUR_MS + at);
  }
  const found = [...hours].map(([hour, { stretches, next }]) => ({ hour, stretches: joinStretches(stretches), next }));
  return found.sort((a, b) => a.hour - b.hour);
}

/** What was done in an hour of which both know something, perhaps the same. Order and grouping of joins make no difference. */
export function joinHours(a: ActiveHour, b: ActiveHour): ActiveHour {
  const stretches = joinStretches([...a.stretches, ...b.stretches]);
  return { hour: a.hour, stretches, next: earlier(a.next, b.next) };
}

/** The hours that all of these know of, each once, by the hour. */
export function joinAllHours(hours: Iterable<ActiveHour>): ActiveHour[] {
  const joined = new Map<number, ActiveHour>();
  for (const one of hours) {
    const known = joined.get(one.hour);
    joined.set(one.hour, known ? joinHours(known, one) : one);
  }
  return [...joined.values()].sort((a, b) => a.hour - b.hour);
}

/** How long somebody was active, up to the end of the hour or to what was done next. The sum of all hours is that of the session. */
export function activeMs({ stretches, next }: ActiveHour): number {
  const last = stretches.at(-1);
  const toNext = last && next !== null && next - last[1] <= ACTIVE_GAP_MS ? next - last[1] : 0;
  return stretches.reduce((sum, [from, to]) => sum + (to - from), toNext);
}

/** Sorts stretches and joins those that a pause of at most `ACTIVE_GAP_MS` parts; joining pieces gives what joining the whole gives. */
export function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const next of stretches.toSorted((x, y) => x[0] - y[0])) {
    const last = joined.at(-1);
    if (last && next[0] - last[1] <= ACTIVE_GAP_MS) joined[joined.length - 1] = [last[0], Math.max(last[1], next[1])];
    else joined.push(next);
  }
  return joined;
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
