#!/usr/bin/env node
import { existsSync } from "node:fs";
import { processContext, reportFailure } from "./cli/cli-context.ts";
import type { SandboxAddress } from "./service/sandbox/sandbox.ts";
import type { ServeOptions } from "./service/serve.ts";
import type { Config } from "./settings/config.ts";
import { openRecordings, openStore } from "./store/choose-engines.ts";
import { PRIVATE_UMASK } from "./store/private-files.ts";

process.umask(PRIVATE_UMASK);
const argv = process.argv.slice(2);
const namesEnvFile = argv.some((word) => /^--env-file(=|$)/.test(word)); // which the command line reads instead
if (!namesEnvFile && existsSync(".env")) process.loadEnvFile(".env"); // does not override variables of the environment

/** Exit even if a pending request to an unresponsive engine keeps the process alive. */
const EXIT_GRACE_MS = 1000;

// The modules of the service are loaded only by these commands, so that the others start quickly.
const serve = (options: ServeOptions) =>
  endProcess(async () => (await import("./service/serve.ts")).serve(process.env, options));
const sandbox = (address: SandboxAddress) =>
  endProcess(async () => (await import("./service/sandbox/sandbox.ts")).runSandbox(address, process.stdout));

async function endProcess(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } finally {
    setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
  }
}
const diagnose = async (config: Config) => (await import("./ops/doctor.ts")).diagnose(config);

const context = processContext({ serve, sandbox, openStore, openRecordings, diagnose });
const isPlainServe = argv.length === 1 && argv[0] === "serve";

// The service stays for months, without the modules of the command line.
process.exitCode = isPlainServe
  ? await serve({}).then(
      () => 0,
      (error) => reportFailure(error, context),
    )
  : await (await import("./cli/program.ts")).runProgram(argv, context);
