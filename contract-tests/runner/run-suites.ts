import { readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import failureReporter from "../../scripts/test/failure-reporter.ts";
import { writeGroup } from "../../scripts/test/write-group.ts";
import { ROOT } from "../../test/support/child-process.ts";
import { OBSERVATIONS_VARIABLE } from "../contract/observations.ts";
import { TARGET_VARIABLE, type Target } from "../target-description.ts";
import { ENGINE_ALIKE_SUITES, ENGINE_FREE_SUITES } from "./engine-free-suites.ts";
import { UsageError } from "./errors.ts";
import type { Length, Options } from "./options.ts";
import { collectResults, type TestResult } from "./test-results.ts";

const SUITES_DIRECTORY = join(ROOT, "contract-tests/suites");
const SHARED_SERVER = join(ROOT, `contract-tests/support/own-server${extname(import.meta.url)}`);
const SUITE_FILE = new RegExp(`^(?<name>.+?)(?<long>\\.long)?\\.suite\\${extname(import.meta.url)}$`);
const SUITE_TIMEOUT_MS = 1_200_000;
/** Returns the file of what suites have observed: of this run, or of all runs to which the environment gives one. */
export function observationsFile(directory: string): string {
  return process.env[OBSERVATIONS_VARIABLE] ?? join(directory, "observations.txt");
}

/** A suite waits most of its time for servers. */
const CONCURRENT_SUITES = 4;

type SuiteChoice = Pick<Options, "only" | "length" | "brief" | "target" | "engines">;

/** A file of tests. */
export interface Suite {
  readonly name: string;
  readonly path: string;
  readonly length: Length;
}

function allSuites(): Suite[] {
  return readdirSync(SUITES_DIRECTORY).flatMap((file) => {
    const { name, long } = SUITE_FILE.exec(file)?.groups ?? {};
    if (name === undefined) return [];
    return [{ name, path: join(SUITES_DIRECTORY, file), length: long === undefined ? "short" : "long" }];
  });
}

/**
 * Returns the wanted suites: those with these names, or all that could find something on the target. Throws
 * `UsageError` for a name that none has.
 */
export function findSuites({ only, length, brief, target, engines }: SuiteChoice): Suite[] {
  const suites = allSuites();
  const names = suites.map(({ name }) => name);
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`There is no suite ${unknown.join(", ")}; there are ${names.join(", ")}.`);
  const isRepeated = target === "sandbox" || engines.length > 0;
  const leftOut = { ...(isRepeated && ENGINE_FREE_SUITES), ...(brief && ENGINE_ALIKE_SUITES) };
  return suites.filter((suite) => {
    const isNamed = only.length === 0 ? !Object.hasOwn(leftOut, suite.name) : only.includes(suite.name);
    return isNamed && (length === "all" || length === suite.length);
  });
}

/** Whether all tests passed; `results` has those of suites that ran one at a time. */
interface Outcome {
  readonly passed: boolean;
  readonly results: readonly TestResult[];
}

/** Runs the suites in one process and prints what happens. Writes scratch files to the directory. */
export async function runSuites(
  suites: readonly Suite[],
  target: Target,
  { directory, verbose }: { readonly directory: string; readonly verbose: boolean },
): Promise<Outcome> {
  process.env[TARGET_VARIABLE] = JSON.stringify(target);
  process.env[OBSERVATIONS_VARIABLE] = observationsFile(directory);
  // A deployment gets one suite at a time: another one must not write between two pages of a list.
  const concurrency = target.kind === "url" ? 1 : CONCURRENT_SUITES;
  const group = join(directory, "suites.mjs");
  await writeGroup(group, suites, { concurrency, timeoutMs: SUITE_TIMEOUT_MS, first: SHARED_SERVER });
  const events = run({ files: [group] });
  let passed = true;
  const results = collectResults(events);
  events.on("test:fail", () => {
    passed = false;
  });
  for await (const text of verbose ? events.compose(new spec()) : failureReporter(events)) process.stdout.write(text);
  return { passed, results };
}
