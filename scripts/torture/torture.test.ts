import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DRAIN_FILE = "capture/drain/drain.js";

/** A copy of the service with pieces of its files replaced; gives its program. */
function buildModifiedService(
  context: TestContext,
  ...changes: readonly [file: string, from: string, to: string][]
): string {
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: ROOT });
  const copy = mkdtempSync(join(tmpdir(), "sightline-planted-"));
  context.after(() => rmSync(copy, { recursive: true }));
  cpSync(join(ROOT, "dist"), join(copy, "dist"), { recursive: true });
  for (const name of ["generated", "node_modules", "package.json"]) symlinkSync(join(ROOT, name), join(copy, name));
  for (const [file, from, to] of changes) {
    const path = join(copy, "dist", file);
    const text = readFileSync(path, "utf8");
    assert.equal(text.split(from).length, 2, `${file} has ${from} once`);
    writeFileSync(path, text.replace(from, to));
  }
  return join(copy, "dist", "main.js");
}

function runTorture(...args: string[]) {
  const all = ["--import", "tsx", "scripts/torture/run.ts", "--faults", "kill", "--seconds", "10", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { cwd: ROOT, encoding: "utf8" });
  const kept = /kept in (\S+):/.exec(stderr)?.[1];
  if (kept) rmSync(kept, { recursive: true });
  return { status, stdout, stderr };
}

const RELEASE_CALL = "await this.#ports.release(last.id);";

test("a service that forgets events before they are stored is found out", (context) => {
  const begins = "const report = { upTo";
  // The pause makes sure that a kill comes in between.
  const pause = "await new Promise((resolve) => setTimeout(resolve, 1000));";
  const program = buildModifiedService(context, [DRAIN_FILE, begins, `${RELEASE_CALL} ${pause} ${begins}`]);
  const { status, stderr } = runTorture("--program", program);
  assert.match(stderr, /^- lost: the (event|snapshot) \d+ of /m);
  assert.equal(status, 1);
});

test("a service that stores events anew after a crash is found out", (context) => {
  const program = buildModifiedService(
    context,
    [DRAIN_FILE, RELEASE_CALL, ""],
    ["capture/read-entry.js", "derivedUuid(entry.seed, index)", "crypto.randomUUID()"],
  );
  const { status, stderr } = runTorture("--program", program);
  // On a slow machine copies may come so late that they are first told as lost.
  assert.match(stderr, /^- (stored \d+ times|lost): the (event|snapshot) \d+ of /m);
  assert.equal(status, 1);
});
