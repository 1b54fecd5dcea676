#!/usr/bin/env node
import { text } from "node:stream/consumers";
import { runProgram } from "./cli/program.ts";
import { openDocuments } from "./engines.ts";
import { serve } from "./serve.ts";

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: process.env,
  serve: () => serve(process.env),
  openDocuments,
  now: Date.now,
  out: (line) => process.stdout.write(line),
  err: (line) => process.stderr.write(line),
  readStdin: async () => Buffer.from(await text(process.stdin)),
});
