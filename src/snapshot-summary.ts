/** What is known of a set of rrweb events. Times are milliseconds since 1970. */
export interface SnapshotSummary {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly clicks: number;
  readonly keypresses: number;
  readonly mouseActivity: number;
  readonly consoleLog: number;
  readonly consoleWarn: number;
  readonly consoleError: number;
  /** The first address seen, and when. */
  readonly startUrl: { readonly at: number; readonly url: string } | null;
  /** Stretches of activity, sorted, further apart than `ACTIVE_GAP_MS`. */
  readonly activity: readonly Stretch[];
}

export type Stretch = readonly [from: number, to: number];

/** The longest pause between two interactions that still counts as active. */
export const ACTIVE_GAP_MS = 5000;

/** The summary of both sets, which must have no event in common. Order and grouping of additions make no difference. */
export function addSummaries(a: SnapshotSummary, b: SnapshotSummary): SnapshotSummary {
  return {
    firstMs: Math.min(a.firstMs, b.firstMs),
    lastMs: Math.max(a.lastMs, b.lastMs),
    clicks: a.clicks + b.clicks,
    keypresses: a.keypresses + b.keypresses,
    mouseActivity: a.mouseActivity + b.mouseActivity,
    consoleLog: a.consoleLog + b.consoleLog,
    consoleWarn: a.consoleWarn + b.consoleWarn,
    consoleError: a.consoleError + b.consoleError,
    startUrl: earlierUrl(a.startUrl, b.startUrl),
    activity: joinStretches([...a.activity, ...b.activity]),
  };
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

function earlierUrl(a: SnapshotSummary["startUrl"], b: SnapshotSummary["startUrl"]): SnapshotSummary["startUrl"] {
  if (!a || !b) return a ?? b;
  if (a.at !== b.at) return a.at < b.at ? a : b;
  return a.url <= b.url ? a : b; // any fixed choice, so that the order of arrival does not matter
}
