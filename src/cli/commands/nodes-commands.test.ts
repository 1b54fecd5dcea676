import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

test("nodes are listed, and forgotten ten minutes after their last report", async (t) => {
  const { run, setup, environment } = await openTestCli(t);
  await setup();
  const { erasures, close } = await openSqlite(environment.DATA_DIR ?? "");
  t.after(close);
  const seenAt = Date.UTC(2026, 0, 1);
  await erasures.reportNode({ id: "n", name: "one", seenAt });
  const erasure = { id: "e", projectId: "1", requestedAt: 1, stage: "sweeping", completedAt: null } as const;
  await erasures.insert(erasure);
  const { out } = await run(["nodes", "list", "--json"]);
  const last_seen_at = "2026-01-01T00:00:00.000Z";
  assert.deepEqual(JSON.parse(out), [{ id: "n", name: "one", last_seen_at, erasures_waiting: 1 }]);

  const forget = (id: string, minutesLater: number, ...options: string[]) =>
    run(["nodes", "forget", id, ...options], "", { now: () => seenAt + minutesLater * 60_000 });
  const unconfirmed = await forget("n", 11);
  assert.deepEqual([unconfirmed.status, unconfirmed.out], [2, ""]);
  const refusal = "The node n (one) reported 600 seconds ago: it can be forgotten 10 minutes after its last report.\n";
  assert.deepEqual(await forget("n", 10, "--yes"), { status: 1, out: "", err: refusal });
  assert.equal((await forget("other", 11, "--yes")).err, "There is no node other: see `sightline nodes list`.\n");
  assert.deepEqual(await forget("n", 11, "--yes"), { status: 0, out: "The node n is forgotten.\n", err: "" });
  assert.equal((await run(["nodes", "list", "--json"])).out, "[]\n");
  assert.equal((await run(["nodes", "readmit", "n"])).err, "The node n is not forgotten.\n");
});
