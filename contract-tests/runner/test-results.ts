import type { EventEmitter } from "node:events";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { thrownError } from "../../scripts/test/failure-cause.ts";

/** What became of a test. */
export interface TestResult {
  readonly suite: string;
  readonly name: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly milliseconds: number;
  /** Why it failed or was skipped. */
  readonly reason?: string;
}

type Ended = Extract<TestEvent, { type: "test:pass" | "test:fail" }>["data"];
type Leaf = Omit<TestResult, "suite">;
const MAX_REASON = 4000;
/** The group of all suites is around the suites. */
const SUITE_NESTING = 1;

/**
 * Collects the results of suites that run one after the other: a group ends after its tests. The list is complete when
 * the run has ended.
 */
export function collectResults(events: EventEmitter): readonly TestResult[] {
  const results: TestResult[] = [];
  const open: Leaf[][] = [];
  const end = (data: Ended, passed: boolean) => {
    const inside = open[data.nesting + 1] ?? [];
    open[data.nesting + 1] = [];
    const isGroup = data.details.type === "suite";
    if (isGroup && data.nesting === SUITE_NESTING) {
      const own = inside.length === 0 || hasOwnFailure(data, passed) ? [leafOf(data, passed)] : [];
      results.push(...[...inside, ...own].map((leaf) => ({ suite: data.name, ...leaf })));
      return;
    }
    const named = inside.map((leaf) => ({ ...leaf, name: `${data.name}: ${leaf.name}` }));
    const all =
      isGroup && !hasOwnFailure(data, passed) && data.skip === undefined ? named : [...named, leafOf(data, passed)];
    open[data.nesting] = [...(open[data.nesting] ?? []), ...all];
  };
  events.on("test:pass", (data: Ended) => end(data, true));
  events.on("test:fail", (data: Ended) => end(data, false));
  return results;
}

/** Returns whether a group failed by itself, as when a hook throws, and not because of its tests. */
function hasOwnFailure({ details }: Ended, passed: boolean): boolean {
  const error = "error" in details ? (details.error as { failureType?: string }) : undefined;
  return !passed && error?.failureType !== "subtestsFailed";
}

function leafOf({ name, skip, details }: Ended, passed: boolean): Leaf {
  const milliseconds = Math.round(details.duration_ms);
  if (skip !== undefined) return { name, status: "skipped", milliseconds, reason: String(skip) };
  if (passed) return { name, status: "passed", milliseconds };
  const thrown = thrownError("error" in details ? details.error : undefined);
  const reason = typeof thrown === "string" ? thrown : ((thrown as Error | null)?.message ?? inspect(thrown));
  return { name, status: "failed", milliseconds, reason: reason.slice(0, MAX_REASON) };
}
