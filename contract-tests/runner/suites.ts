import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { TARGET_VARIABLE, type Target } from "../client/target.ts";
import { plainEnvironment, ROOT } from "../services/process.ts";
import { type Wishes, WrongUse } from "./wishes.ts";

const SUITES = join(ROOT, "contract-tests/suites");
const ENDING = ".test.ts";

/** The files of the suites that are wanted. Throws `WrongUse` for a name that none has. */
export function suiteFiles({ only }: Pick<Wishes, "only">): string[] {
  const names = readdirSync(SUITES)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new WrongUse(`There is no suite ${unknown.join(", ")}; there are ${names.join(", ")}.`);
  return names.filter((name) => only.length === 0 || only.includes(name)).map((name) => join(SUITES, name + ENDING));
}

/** Runs the files, each in a process of its own; gives whether all of them passed. */
export async function runSuites(
  files: readonly string[],
  target: Target,
  { coverageDirectory, verbose }: { readonly coverageDirectory: string; readonly verbose: boolean },
): Promise<boolean> {
  // A deployment is asked one thing at a time: nothing else that we do there may lie between two pages.
  const concurrency = target.kind === "url" ? 1 : 3;
  const reporter = verbose ? "spec" : new URL("failures.ts", import.meta.url).href;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--test", `--test-concurrency=${concurrency}`, "--test-reporter", reporter, ...files],
    {
      cwd: ROOT,
      env: plainEnvironment({
        [TARGET_VARIABLE]: JSON.stringify(target),
        CONTRACT_COVERAGE_DIR: coverageDirectory,
      }),
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  const [status] = await once(child, "close");
  return status === 0;
}
