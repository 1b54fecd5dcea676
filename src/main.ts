#!/usr/bin/env node
import { existsSync } from "node:fs";
import { processContext } from "./cli/process-context.ts";
import { runProgram } from "./cli/program.ts";
import type { Config } from "./config.ts";
import { openRecordings, openStore } from "./engines/choose-engines.ts";

if (existsSync(".env")) process.loadEnvFile(".env"); // what the environment has already wins

/** How long the process may outlive the service: an engine that does not answer would hold it for as long as it is asked. */
const EXIT_GRACE_MS = 1000;

// The service's own modules are loaded only for it, so that the other commands are quick.
async function serve(): Promise<void> {
  try {
    await (await import("./serve.ts")).serve(process.env);
  } finally {
    setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
  }
}
const diagnose = async (config: Config) => (await import("./doctor/doctor.ts")).diagnose(config);

process.exitCode = await runProgram(
  process.argv.slice(2),
  processContext({ serve, openStore: openStore, openRecordings, diagnose }),
);
