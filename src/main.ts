#!/usr/bin/env node
import { existsSync } from "node:fs";
import { processContext } from "./cli/process-context.ts";
import { runProgram } from "./cli/program.ts";
import { openDocuments } from "./engines.ts";

if (existsSync(".env")) process.loadEnvFile(".env"); // what the environment has already wins

// The service's own modules are loaded only for it, so that the other commands are quick.
const serve = async () => (await import("./serve.ts")).serve(process.env);
process.exitCode = await runProgram(process.argv.slice(2), processContext({ serve, openDocuments }));
