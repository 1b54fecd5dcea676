#!/usr/bin/env node
// Runs a command of tests, such as `.ci/again-alone.mjs npm run --silent test:unit -- --long`. If at most three files
// fail, runs each of them once more, alone: many tests at once wait for servers that share two processors with
// compilers, and a fault fails twice. What failed first stays in the output.
import { spawn } from "node:child_process";

const MOST_FILES = 3;
const command = process.argv.slice(2);

/** Runs a command with its output shown; resolves to its exit status and what it printed. */
function run([program, ...args]) {
  return new Promise((resolve, reject) => {
    let output = "";
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code !== 0) console.log(`-- Ended with ${signal ?? code}: ${program} ${args.join(" ")}`);
      resolve({ status: code ?? 1, output });
    });
  });
}

/** Returns the files in which tests failed, or none if some failure is of no file. */
function failedFiles(output) {
  const places = [...output.matchAll(/^ {2}(?:in |.*\()(\S+\.(?:test|suite)\.ts)(?::\d+)?\)?$/gm)];
  // What fails before its first test is named, but not its file: a suite by its name, a file of unit tests by its path.
  const unopened = [...output.matchAll(/^FAILED ([\w-]+|\S+\.test\.ts)\n {2}in \S+\/(?:suites|0-group-\d+)\.mjs$/gm)];
  const counts = [...output.matchAll(/^\d+ passed, (\d+) failed/gm)];
  const failures = counts.reduce((sum, [, count]) => sum + Number(count), 0);
  const files = [
    ...places.map(([, file]) => file),
    ...unopened.map(([, name]) => (name.includes("/") ? name : `suites/${name}`)),
  ];
  return files.length === failures ? [...new Set(files)] : [];
}

/** Returns the command that runs this file alone: a suite against the server if the command names no target. */
function alone(file) {
  const suite = file.match(/suites\/([^/.]+)/)?.[1];
  if (suite === undefined) return ["npm", "run", "--silent", "test:unit", "--", file];
  const toServer = ["npm", "run", "--silent", "contract-test", "--", "--target", "server"];
  return [...(command.includes("contract-test") ? command : toServer), "--only", suite];
}

let { status, output } = await run(command);
const again = status === 0 ? [] : failedFiles(output).map(alone);
if (again.length > 0 && again.length <= MOST_FILES) {
  const statuses = [];
  for (const repeated of again) {
    console.log(`\n-- Again, alone: ${repeated.join(" ")}`);
    statuses.push((await run(repeated)).status);
  }
  status = Math.max(...statuses);
}
process.exitCode = status;
