// Rules of recordings without ports: engines apply them inside their transactions, so this file imports nothing.

/** The figures of a set of rrweb events, except activity. Times are milliseconds since 1970. */
export interface SnapshotSummary {
  readonly firstMs: number;
  readonly lastMs: number;
  /** The distinct id of the earliest events. */
  readonly distinctId: string;
  readonly clicks: number;
  readonly keypresses: number;
  readonly mouseActivity: number;
  readonly consoleLog: number;
  readonly consoleWarn: number;
  readonly consoleError: number;
  /** The first address seen, and when. */
  readonly startUrl: { readonly at: number; readonly url: string } | null;
}

/** Returns the summary of two disjoint sets. Addition is commutative and associative. */
export function addSummaries(a: SnapshotSummary, b: SnapshotSummary): SnapshotSummary {
  return {
    firstMs: Math.min(a.firstMs, b.firstMs),
    lastMs: Math.max(a.lastMs, b.lastMs),
    distinctId: earlierText([a.firstMs, a.distinctId], [b.firstMs, b.distinctId]),
    clicks: a.clicks + b.clicks,
    keypresses: a.keypresses + b.keypresses,
    mouseActivity: a.mouseActivity + b.mouseActivity,
    consoleLog: a.consoleLog + b.consoleLog,
    consoleWarn: a.consoleWarn + b.consoleWarn,
    consoleError: a.consoleError + b.consoleError,
    startUrl: earlierUrl(a.startUrl, b.startUrl),
  };
}

function earlierUrl(a: SnapshotSummary["startUrl"], b: SnapshotSummary["startUrl"]): SnapshotSummary["startUrl"] {
  if (!a || !b) return a ?? b;
  return { at: Math.min(a.at, b.at), url: earlierText([a.at, a.url], [b.at, b.url]) };
}

type Timed = readonly [at: number, text: string];

/** Returns the earlier text; of two at the same time the smaller one, whatever the order of arrival. */
function earlierText(a: Timed, b: Timed): string {
  if (a[0] !== b[0]) return a[0] < b[0] ? a[1] : b[1];
  return a[1] <= b[1] ? a[1] : b[1];
}
