import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startChild } from "../../lib/threads/start-child.ts";
import type { EngineMethods } from "./engine-methods.ts";

const ROWS = 20_000;
const TIMES = 20;
const numbers = Array.from({ length: ROWS }, (_, index) => index);
const PERSONS = [
  numbers.map((number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`),
  numbers.map(() => 1),
  numbers.map(() => true),
  numbers.map(() => "{}"),
];

test("a project may be closed for another one while its rows are loaded", async () => {
  const { remote, ...child } = startChild<EngineMethods>("questions/engine/engine-process");
  const temporaryFolder = mkdtempSync(join(tmpdir(), "sightline-close-"));
  const options = { folder: null, timeZone: "UTC", weekStart: 0 } as const;
  try {
    // With so little memory each project that is opened closes all others.
    await remote.configure({ memoryBytes: 2 ** 26, threads: 1, temporaryFolder, temporaryBytes: 2 ** 20 });
    for (let time = 0; time < TIMES; time++) {
      const project = `loaded ${time}`;
      await remote.open(project, options);
      const load = await remote.startTable(project, "persons");
      await remote.addRows(project, load, PERSONS);
      const unfinished = Promise.allSettled([
        remote.startTable(project, "persons"),
        remote.addRows(project, load, PERSONS),
        remote.finishTable(project, load, "replace"),
      ]);
      await remote.open("another", options);
      await unfinished;
    }
    assert.ok(child.process.connected);
  } finally {
    child.process.kill();
    await child.ended;
    rmSync(temporaryFolder, { recursive: true });
  }
});
