import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { forEachProject, TurnEnded } from "./work-pace.ts";

const projects = new Map([
  ["1", ["a", "b"]],
  ["2", ["c"]],
  ["3", ["d"]],
]);

test("an error of one project is thrown after the work of all others has ended", async () => {
  const ended: string[] = [];
  const failed = forEachProject(projects, async (projectId, events) => {
    if (projectId === "1") throw new TurnEnded();
    if (projectId === "2") throw new Error("The second project.");
    await sleep(20);
    ended.push(...events);
  });
  await assert.rejects(failed, { message: "The second project." });
  assert.deepEqual(ended, ["d"]);
});

test("an ended turn is passed on if nothing else failed", async () => {
  const failed = forEachProject(projects, async (projectId) => {
    if (projectId !== "2") throw new TurnEnded();
  });
  await assert.rejects(failed, TurnEnded);
});
