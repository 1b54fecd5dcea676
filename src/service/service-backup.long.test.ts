import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { minimalProcessEnv, runProcess } from "../../test/support/child-process.ts";
import { MAIN, openServiceEnvironment, sendEvents } from "../../test/support/service-process.ts";

test("a backup under load has every event answered before it, and is restored with each once", async (t) => {
  const { directory, projectApiKey, serve, stored } = await openServiceEnvironment(t);
  const backup = `${directory}-backup`;
  t.after(() => rm(backup, { recursive: true, force: true }));
  const run = (...argv: string[]) => runProcess([MAIN, ...argv], minimalProcessEnv({ DATA_DIR: directory }));

  const { port, child, ended } = await serve();
  const load = sendEvents(port, projectApiKey, 4);
  await load.after(300);
  const answered = [...load.answered];
  const { status, stderr } = await run("backup", backup);
  assert.deepEqual([status, stderr], [0, ""]);
  assert.ok(load.answered.length > answered.length, "the service went on");
  child.kill("SIGKILL");
  await Promise.all([load.ended, ended]);

  await rm(directory, { recursive: true });
  assert.deepEqual((await run("restore", backup)).status, 0);
  const restored = await serve();
  restored.child.kill("SIGTERM");
  await restored.ended;
  const counts = await stored();
  assert.deepEqual(
    answered.filter((name) => counts.get(name) !== 1),
    [],
  );
  assert.deepEqual(
    [...counts].filter(([, count]) => count !== 1),
    [],
  );
});
