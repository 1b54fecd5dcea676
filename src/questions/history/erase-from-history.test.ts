import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { type EraseHistoryPorts, eraseFromHistory } from "./history-eraser.ts";
import { newFileKey } from "./history-keys.ts";
import { historyRecords, NO_FILES } from "./history-records.ts";
import { TableLog } from "./table-log.ts";

const NOW = 1_000_000;
const DAY = "2026-01-10";

test("files that were replaced or left just now are removed, also by a node whose clock is ahead", async (t) => {
  const { store } = await openTestStore(t);
  const records = historyRecords(store.records);
  const replaced = [NOW, NOW + 5000].map((at) => ({ key: newFileKey("1", DAY, at - 1), at }));
  await records.changeManifest("1", { ...NO_FILES, replaced }, null);
  const left = [NOW, NOW + 5000].map((at) => newFileKey("1", DAY, at));
  const files = new Set([...replaced.map(({ key }) => key), ...left]);
  const unused = () => assert.fail("there is no live file");
  const ports: EraseHistoryPorts = {
    records,
    files: {
      put: async () => 0,
      async *list() {
        yield* [...files];
      },
      async delete(keys) {
        for (const key of keys) files.delete(key);
      },
    },
    table: new TableLog(),
    local: { root: "", folder: unused, hold: unused },
    workshop: unused,
    now: () => NOW,
    onBatch: unused,
  };
  await eraseFromHistory({ projectId: "1", distinctIds: ["ada"], receivedUntil: NOW }, ports);
  assert.deepEqual([[...files], (await records.manifest("1")).value.replaced], [[], []]);
});
