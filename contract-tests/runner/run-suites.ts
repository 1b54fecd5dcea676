import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { ROOT } from "../services/child-process.ts";
import { TARGET_VARIABLE, type Target } from "../target-description.ts";
import { failureReporter } from "./failure-reporter.ts";
import { type Options, UsageError } from "./options.ts";

const SUITES_DIRECTORY = join(ROOT, "contract-tests/suites");
const SUITE_SUFFIX = ".suite.ts";
const FILE_TIMEOUT_MS = 300_000;

/** The files of the suites that are wanted. Throws `WrongUse` for a name that none has. */
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

/** Runs the files, each in a process of its own, and prints what happens; gives whether all of them passed. */
export async function runSuites(
  files: readonly string[],
  target: Target,
  { coverageDirectory, verbose }: { readonly coverageDirectory: string; readonly verbose: boolean },
): Promise<boolean> {
  process.env[TARGET_VARIABLE] = JSON.stringify(target);
  process.env.CONTRACT_COVERAGE_DIR = coverageDirectory;
  // A deployment is asked one thing at a time: nothing else that we do there may lie between two pages.
  const concurrency = target.kind === "url" ? 1 : 4;
  const events = run({ files: [...files], concurrency, timeout: FILE_TIMEOUT_MS });
  let passed = true;
  events.on("test:fail", () => {
    passed = false;
  });
  for await (const text of verbose ? events.compose(new spec()) : failureReporter(events)) process.stdout.write(text);
  return passed;
}
