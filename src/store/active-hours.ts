// Rules of recordings without ports: engines apply them inside their transactions, so this file imports nothing.

/** A period of activity without a pause longer than `ACTIVE_GAP_MS`. */
export type Stretch = readonly [from: number, to: number];

/** The user's activity in one hour of a session, bounded in size. Times are in milliseconds since the hour began. */
export interface ActiveHour {
  /** Hours since 1970. */
  readonly hour: number;
  /** Sorted, further apart than `ACTIVE_GAP_MS`. */
  readonly stretches: readonly Stretch[];
  /** The first activity after the hour if within `ACTIVE_GAP_MS` of its end, otherwise null. */
  readonly next: number | null;
}

/** The longest pause that counts as active. */
export const ACTIVE_GAP_MS = 5000;
export const HOUR_MS = 3_600_000;

/** Returns active hours, sorted, of interactions at these times: whole milliseconds since 1970, in any order. */
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

/** Joins two records of the same hour, which may overlap. Commutative, associative and idempotent. */
export function joinHours(a: ActiveHour, b: ActiveHour): ActiveHour {
  const stretches = joinStretches([...a.stretches, ...b.stretches]);
  return { hour: a.hour, stretches, next: earlier(a.next, b.next) };
}

export function joinAllHours(hours: Iterable<ActiveHour>): ActiveHour[] {
  const joined = new Map<number, ActiveHour>();
  for (const hour of hours) {
    const known = joined.get(hour.hour);
    joined.set(hour.hour, known ? joinHours(known, hour) : hour);
  }
  return [...joined.values()].sort((a, b) => a.hour - b.hour);
}

/** Returns the active time up to the next activity; the sum over all hours is the session's. */
export function activeMs({ stretches, next }: ActiveHour): number {
  const last = stretches.at(-1);
  const toNext = last && next !== null && next - last[1] <= ACTIVE_GAP_MS ? next - last[1] : 0;
  return stretches.reduce((sum, [from, to]) => sum + (to - from), toNext);
}

/** Sorts stretches and joins those at most `ACTIVE_GAP_MS` apart. Associative. */
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
