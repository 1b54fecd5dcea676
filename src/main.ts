#!/usr/bin/env node
import { existsSync } from "node:fs";
import { processContext } from "./cli/cli-context.ts";
import { reportFailure } from "./cli/report-failure.ts";
import type { Config } from "./config.ts";
import { openRecordings, openStore } from "./engines/choose-engines.ts";
import type { SandboxAddress } from "./sandbox/run-sandbox.ts";
import type { ServeOptions } from "./serve.ts";
import { PRIVATE_UMASK } from "./storage/private-files.ts";

process.umask(PRIVATE_UMASK);
if (existsSync(".env")) process.loadEnvFile(".env"); // does not override variables of the environment

/** Exit even if a pending request to an unresponsive engine keeps the process alive. */
const EXIT_GRACE_MS = 1000;

// The modules of the service are loaded only by these commands, so that the others start quickly.
const serve = (options: ServeOptions) =>
  endProcess(async () => (await import("./serve.ts")).serve(process.env, options));
const sandbox = (address: SandboxAddress) =>
  endProcess(async () => (await import("./sandbox/run-sandbox.ts")).runSandbox(address, process.stdout));

async function endProcess(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } finally {
    setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
  }
}
const diagnose = async (config: Config) => (await import("./doctor/doctor.ts")).diagnose(config);

const context = processContext({ serve, sandbox, openStore, openRecordings, diagnose });
const argv = process.argv.slice(2);
const isPlainServe = argv.length === 1 && argv[0] === "serve";

// The service stays for months, without the modules of the command line.
process.exitCode = isPlainServe
  ? await serve({}).then(
      () => 0,
      (error) => reportFailure(error, context),
    )
  : await (await import("./cli/program.ts")).runProgram(argv, context);
