// Runs the generators and prints which operations their clients perform: see run.
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { generators } from "./generators.mjs";

const OPERATIONS = ["capture", "batch", "decide v2", "decide v3", "recordings", "snapshots", "invite", "invites"];
const AT_ONCE = 2;

const HERE = dirname(fileURLToPath(import.meta.url));
const [sandbox = "", ...chosen] = process.argv.slice(2);
const env = {
  ...process.env,
  HERE,
  BIN: join(HERE, "node_modules/.bin"),
  PYTHON: join(sandbox, "python/bin/python"),
  DOCUMENT: join(HERE, "../../generated/openapi.json"),
};
const shell = (command, cwd) =>
  promisify(execFile)("bash", ["-euc", command], { cwd, env, maxBuffer: 64 * 1024 * 1024 });

const has = async (tool) => (await shell(`command -v ${tool}`, sandbox).catch(() => false)) !== false;

/** Resolves to the operations that succeeded and, if one did not, what went wrong. */
async function perform({ steps }, folder) {
  await mkdir(folder);
  let stdout = "";
  try {
    for (const step of steps) ({ stdout } = await shell(step, folder));
    return { done: stdout.split("\n") };
  } catch (error) {
    return { done: String(error.stdout ?? "").split("\n"), trouble: `${error.stdout ?? ""}${error.stderr ?? error}` };
  }
}

const names = Object.keys(generators).filter((name) => chosen.length === 0 || chosen.includes(name));
const columns = OPERATIONS.map((operation) => operation.padEnd(10)).join(" ");
console.log(`${"".padEnd(36)} ${columns}`);
const queue = [...names.entries()];
let failures = 0;
async function work() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [index, name] = next;
    const { needs, lacks = [], generatedOnly = false } = generators[name];
    const missing = [];
    for (const tool of needs) if (!(await has(tool))) missing.push(tool);
    if (missing.length > 0) {
      console.log(`${name.padEnd(36)} skipped: ${missing.join(", ")} is not installed`);
      continue;
    }
    const started = performance.now();
    const { done, trouble } = await perform(generators[name], join(sandbox, `client-${index}`));
    const required = generatedOnly ? [] : OPERATIONS.filter((operation) => !lacks.includes(operation));
    const mark = (operation) => (done.includes(operation) ? "works" : required.includes(operation) ? "FAILS" : "-");
    const marks = OPERATIONS.map((operation) => mark(operation).padEnd(10)).join(" ");
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${name.padEnd(36)} ${marks} ${seconds} s${generatedOnly ? ", only generated" : ""}`);
    if (trouble === undefined && required.every((operation) => done.includes(operation))) continue;
    failures += 1;
    console.log(trouble?.slice(-4000) ?? "");
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
if (failures > 0) process.exitCode = 1;
