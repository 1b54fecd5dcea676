import type { ProjectId } from "./ports/common.ts";
import type { Records } from "./ports/records.ts";
import { LATEST_CHANGES } from "./records/change-kinds.ts";

export const [ERASURES, REMOVALS] = ["erasures", "removals"] as const;
export const flagsOf = (projectId: ProjectId): string => `flags ${projectId}`;

const ONLY = { name: "all" } as const;
/** A node that has missed more takes everything for changed. */
const MAX_TOPICS = 100;
/** How long after an announcement the change itself may come. */
const SETTLE_MS = 10_000;
const MAX_SEEN_TOPICS = 10_000;
/** A watcher then looks in any case: an older program announces nothing. */
const UNANNOUNCED_MS = 30_000;

/** Announces a change before it is made, so that a killed process hides none: others look again for some seconds. */
export async function announce(topics: readonly string[], records: Pick<Records, "change">): Promise<void> {
  await records.change(LATEST_CHANGES, ONLY, (found) => ({
    ...ONLY,
    count: (found?.count ?? 0) + topics.length,
    topics: [...(found?.topics ?? []), ...topics].slice(-MAX_TOPICS),
  }));
}

interface ChangesPorts {
  readonly records: () => Promise<Pick<Records, "find">>;
  /** How old, in milliseconds, what is known may be: so long no command is sent. */
  readonly maxAgeMs: number;
  /** Never goes back. */
  readonly now?: () => number;
}

export type Changes = ReturnType<typeof changesOf>;

/** Tells what any process has changed in the store, with one command at a time for all topics. */
export function changesOf({ records, maxAgeMs, now = () => performance.now() }: ChangesPorts) {
  const seen = new Map<string, { readonly count: number; readonly at: number }>();
  let known = -1;
  /** It is not known what changes before this one concern. */
  let knownFrom = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const read = async () => {
    const at = now();
    const { count, topics } = (await (await records()).find(LATEST_CHANGES, ONLY)) ?? { count: 0, topics: [] };
    const added = count - known;
    // Less than before: the store is another one.
    const isKnown = added >= 0 && added <= topics.length && seen.size <= MAX_SEEN_TOPICS;
    if (!isKnown) {
      seen.clear();
      knownFrom = count;
    }
    if (added !== 0) for (const topic of topics.slice(isKnown ? -added : 0)) seen.set(topic, { count, at });
    known = count;
    readAt = at;
  };
  return {
    now,

    /** Returns how many changes are known. What is read afterwards has them. Rejects with `StoreUnavailable`. */
    async position(): Promise<number> {
      if (now() - readAt >= maxAgeMs) {
        reading ??= read().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      return known;
    },

    /** Returns whether what was read at this position may have changed since. */
    hasChanged(topic: string, position: number): boolean {
      if (position < knownFrom || position > known) return true;
      const last = seen.get(topic);
      return last !== undefined && (last.count > position || now() - last.at < SETTLE_MS);
    },
  };
}

export type Watcher = ReturnType<typeof watchTopic>;

export function watchTopic(changes: Changes, topic: string) {
  let known = -1;
  let lastLook = Number.NEGATIVE_INFINITY;
  return {
    /** Looks, unless nothing can have changed since a call that did not throw: then returns undefined. */
    async ifChanged<T>(look: () => Promise<T>): Promise<T | undefined> {
      const position = await changes.position();
      const lookedAt = changes.now();
      if (lookedAt - lastLook < UNANNOUNCED_MS && !changes.hasChanged(topic, known)) return undefined;
      const result = await look();
      known = position;
      lastLook = lookedAt;
      return result;
    },
  };
}
