#!/usr/bin/env node
import { existsSync } from "node:fs";
import { processContext } from "./cli/cli-context.ts";
import { runProgram } from "./cli/program.ts";
import type { Config } from "./config.ts";
import { openRecordings, openStore } from "./engines/choose-engines.ts";
import type { ServeOptions } from "./serve.ts";
import { PRIVATE_UMASK } from "./storage/private-files.ts";

process.umask(PRIVATE_UMASK);
if (existsSync(".env")) process.loadEnvFile(".env"); // does not override variables of the environment

/** Exit even if a pending request to an unresponsive engine keeps the process alive. */
const EXIT_GRACE_MS = 1000;

// The modules of the service are loaded only by this command, so that the others start quickly.
async function serve(options: ServeOptions): Promise<void> {
  try {
    await (await import("./serve.ts")).serve(process.env, options);
  } finally {
    setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
  }
}
const diagnose = async (config: Config) => (await import("./doctor/doctor.ts")).diagnose(config);

process.exitCode = await runProgram(
  process.argv.slice(2),
  processContext({ serve, openStore, openRecordings, diagnose }),
);
