import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { failureCause, thrownError } from "./failure-cause.ts";
import { failureLocation } from "./source-location.ts";

/** The failures of one cause. */
interface FailureGroup {
  readonly first: string;
  /** Name and location of the others. */
  readonly others: string[];
}

/**
 * Reports for node:test: prints each cause of failures with the first test that it made fail, the others by name, each
 * reason for skipping, and the counts.
 */
export default async function* failureReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped = new Map<string, string[]>();
  const causes = new Map<string, FailureGroup>();
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of source) {
    if (type === "test:stderr" || type === "test:stdout") yield data.message;
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.skip !== undefined) {
      skipped.set(String(data.skip), [...(skipped.get(String(data.skip)) ?? []), data.name]);
    } else if (type === "test:pass") {
      if (data.details.type !== "suite") passed += 1;
    } else if (failureType(data.details.error) !== "subtestsFailed") {
      failed += 1;
      const thrown = thrownError(data.details.error);
      const location = failureLocation(String((thrown as Error | null)?.stack), data.file ?? "", data.line ?? 0);
      const cause = failureCause(thrown);
      const group = causes.get(cause);
      if (group) {
        group.others.push(`${data.name} (${location})`);
        continue;
      }
      causes.set(cause, { first: data.name, others: [] });
      // An error class of a library comes from another process as a plain object, which inspect() shows too.
      const reason = typeof thrown === "string" ? thrown : inspect(thrown, { depth: 4 });
      yield `\nFAILED ${data.name}\n  in ${location}\n${indent(reason)}\n${processEnd(data.details.error)}`;
    }
  }
  for (const { first, others } of causes.values()) {
    if (others.length > 0) yield `\nFAILED for the same reason as "${first}":\n${list(others)}`;
  }
  for (const [reason, names] of skipped) yield `\nSkipped, because ${reason}:\n${list(names)}`;
  const skips = [...skipped.values()].reduce((sum, names) => sum + names.length, 0);
  yield `\n${passed} passed, ${failed} failed, ${skips} skipped\n`;
}

/** Says how the process of a file ended, which may be all that is known. */
function processEnd(error: unknown): string {
  const { exitCode, signal } = (error ?? {}) as { exitCode?: number | null; signal?: string | null };
  return exitCode === undefined ? "" : `  Its process ended with ${signal ?? `status ${exitCode}`}.\n`;
}

function failureType(error: unknown): unknown {
  return (error as { failureType?: unknown } | null)?.failureType;
}

function list(names: readonly string[]): string {
  return names.map((name) => `  ${name}\n`).join("");
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
