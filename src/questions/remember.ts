import { newLruCache } from "../lib/lru-cache.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { QuestionOptions } from "./answer-question.ts";

const MAX_PROJECTS = 100;
/** Finding it again takes a twentieth of the time. */
const TIMES_AS_LONG = 20;

type Find<T> = (projectId: ProjectId, options: QuestionOptions) => Promise<T>;

/**
 * Returns a function that finds something of a project, and again only after 20 times as long as that took, or `maxMs`.
 * Failures are not kept.
 */
export function remember<T>(find: Find<T>, { maxMs, now }: { readonly maxMs: Millis; readonly now: () => Millis }) {
  const known = newLruCache<string, { until: Millis; readonly found: Promise<T> }>(MAX_PROJECTS);
  return async (projectId: ProjectId, options: QuestionOptions): Promise<T> => {
    const key = `${projectId} ${options.timeZone}`;
    const kept = known.get(key);
    if (kept && now() < kept.until) return kept.found;
    const begun = now();
    const entry = { until: Number.POSITIVE_INFINITY, found: find(projectId, options) };
    known.set(key, entry);
    try {
      return await entry.found;
    } catch (error) {
      if (known.get(key) === entry) known.delete(key);
      throw error;
    } finally {
      entry.until = now() + Math.min(maxMs, TIMES_AS_LONG * (now() - begun));
    }
  };
}
