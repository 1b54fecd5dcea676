import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { sourceLocation } from "./source-location.ts";

/**
 * A reporter for node:test: prints each failure with its file and its reason, each reason for skipping, and the counts.
 */
export default async function* failureReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped = new Map<string, string[]>();
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
      const location = sourceLocation(data.file ?? "", data.line ?? 0);
      yield `\nFAILED ${data.name}\n  in ${location}\n${indent(failureReason(data.details.error))}\n`;
    }
  }
  for (const [reason, names] of skipped)
    yield `\nSkipped, because ${reason}:\n${names.map((name) => `  ${name}\n`).join("")}`;
  const skips = [...skipped.values()].reduce((sum, names) => sum + names.length, 0);
  yield `\n${passed} passed, ${failed} failed, ${skips} skipped\n`;
}

function failureType(error: unknown): unknown {
  return (error as { failureType?: unknown } | null)?.failureType;
}

function failureReason(error: unknown): string {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  return cause instanceof Error ? inspect(cause, { depth: 4 }) : String(cause);
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
