import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import failureReporter from "../../scripts/test/failure-reporter.ts";
import { writeGroup } from "../../scripts/test/write-group.ts";
import { ROOT } from "../../src/test-support/child-process.ts";
import { TARGET_VARIABLE, type Target } from "../target-description.ts";
import { type Options, UsageError } from "./options.ts";

const SUITES_DIRECTORY = join(ROOT, "contract-tests/suites");
const SUITE_SUFFIX = import.meta.url.endsWith(".ts") ? ".suite.ts" : ".suite.js";
const SUITE_TIMEOUT_MS = 300_000;
/** A suite waits most of its time for servers. */
const CONCURRENT_SUITES = 4;

/** Returns the files of the wanted suites. Throws `UsageError` for a name that none has. */
export function suiteFiles({ only }: Pick<Options, "only">): string[] {
  const files = readdirSync(SUITES_DIRECTORY).filter((name) => name.endsWith(SUITE_SUFFIX));
  const names = files.map((name) => name.slice(0, -SUITE_SUFFIX.length));
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`There is no suite ${unknown.join(", ")}; there are ${names.join(", ")}.`);
  return names
    .filter((name) => only.length === 0 || only.includes(name))
    .map((name) => join(SUITES_DIRECTORY, name + SUITE_SUFFIX));
}

/**
 * Runs the suites in one process and prints what happens; returns whether all passed. Writes scratch files to the
 * directory.
 */
export async function runSuites(
  files: readonly string[],
  target: Target,
  { directory, verbose }: { readonly directory: string; readonly verbose: boolean },
): Promise<boolean> {
  process.env[TARGET_VARIABLE] = JSON.stringify(target);
  process.env.CONTRACT_COVERAGE_FILE = join(directory, "coverage.txt");
  // A deployment gets one suite at a time: another one must not write between two pages of a list.
  const concurrency = target.kind === "url" ? 1 : CONCURRENT_SUITES;
  const group = join(directory, "suites.mjs");
  const named = files.map((path) => ({ name: basename(path, SUITE_SUFFIX), path }));
  await writeGroup(group, named, { concurrency, timeoutMs: SUITE_TIMEOUT_MS });
  const events = run({ files: [group] });
  let passed = true;
  events.on("test:fail", () => {
    passed = false;
  });
  for await (const text of verbose ? events.compose(new spec()) : failureReporter(events)) process.stdout.write(text);
  return passed;
}
