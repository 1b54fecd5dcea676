import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { CliContext } from "../../src/cli/cli-context.ts";
import { runProgram } from "../../src/cli/program.ts";
import { runSilently } from "../../src/cli/progress.ts";
import { diagnose } from "../../src/ops/doctor.ts";
import { openRecordings, openStore } from "../../src/store/choose-engines.ts";
import { placeEmptyStore } from "./engines/test-store.ts";

export interface CliOutcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Returns a function that runs command lines in this process, on an embedded store in a new directory. */
export async function openTestCli(test: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  test.after(() => rm(directory, { recursive: true }));
  const environment: Record<string, string> = { DATA_DIR: join(directory, "data") };
  const run = async (argv: readonly string[], stdin = "", changes: Partial<CliContext> = {}): Promise<CliOutcome> => {
    const out: string[] = [];
    const err: string[] = [];
    const status = await runProgram(argv, {
      environment,
      serve: async () => void out.push("serving\n"),
      sandbox: async (address) => void out.push(`${JSON.stringify(address)}\n`),
      openStore,
      openRecordings,
      diagnose,
      now: Date.now,
      out: (text) => void out.push(text),
      write: async (text) => {
        out.push(text);
        return true;
      },
      progress: runSilently,
      printingProgress: runSilently,
      err: (text) => void err.push(text),
      readStdin: async () => Buffer.from(stdin),
      ...changes,
    });
    return { status, out: out.join(""), err: err.join("") };
  };
  /** Runs `setup --json` with these options and returns its output. */
  const setup = async (...options: string[]): Promise<Record<string, string | number>> => {
    if (environment.DATA_DIR && !existsSync(environment.DATA_DIR)) await placeEmptyStore(environment.DATA_DIR);
    const { out } = await run(["setup", "--json", ...options]);
    return JSON.parse(out);
  };
  return { directory, environment, run, setup };
}
