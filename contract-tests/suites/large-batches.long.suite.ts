import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import LZString from "lz-string";
import type { RequestOptions } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { ownServer } from "../support/own-server.ts";
import { readMetrics } from "../support/service-metrics.ts";

const MAX_GROWTH_BYTES = 400e6;
const EVENTS = 200_000;

const own = ownServer(() => ({ NODE_OPTIONS: "--max-old-space-size=512" }), undefined, { oneNode: true });

/** A body of 12 MB. */
function bodyOf(api_key: string, user: string, separator = ","): string {
  const events = Array.from(
    { length: EVENTS },
    (_, i) => `{"event":"e","properties":{"distinct_id":"${user}","i":${i}}}`,
  );
  return separator === "\n" ? events.join(separator) : `{"api_key":"${api_key}","batch":[${events}]}`;
}

const TEXT = { "content-type": "text/plain" };
const ways: Readonly<Record<string, (text: string) => RequestOptions>> = {
  plain: (text) => ({ text }),
  gzip: (text) => ({ text: gzipSync(text, { level: 1 }), headers: { "content-encoding": "gzip" } }),
  lz64: (text) => ({ text: LZString.compressToBase64(text), headers: TEXT, query: "?compression=lz64" }),
};

describe("ten batches of 200,000 events at once, with a heap of 512 MB", needs("settings"), () => {
  for (const [name, pack] of Object.entries(ways)) {
    test(`${name}: all are accepted, others are served, and the process grows by 400 MB at most`, async () => {
      const { direct, tenant } = own();
      const api_key = tenant.projectApiKey;
      const memory = async () => (await readMetrics(direct))("process_resident_memory_bytes");
      const before = await memory();
      const request = pack(bodyOf(api_key, name));
      let isDone = false;
      const answers = Promise.all(Array.from({ length: 10 }, () => direct.request("batch", request)));
      const done = answers.finally(() => {
        isDone = true;
      });
      let most = before;
      while (!isDone) {
        await assertStillServing(direct, api_key);
        most = Math.max(most, await memory());
      }
      assert.deepEqual([...new Set((await done).map(({ status }) => status))], [200]);
      assert.ok(most - before < MAX_GROWTH_BYTES, `${Math.round((most - before) / 1e6)} MB`);
    });
  }

  test("JSON lines, and the addresses of client libraries", async () => {
    const { direct, tenant } = own();
    const bearer = { authorization: `Bearer ${tenant.projectApiKey}`, "content-type": "application/x-ndjson" };
    await direct.expectStatus("batch", 200, { text: bodyOf("", "lines", "\n"), headers: bearer });
    const text = bodyOf(tenant.projectApiKey, "library");
    for (const id of ["capture_e", "capture_track", "capture"] as const) await direct.expectStatus(id, 200, { text });
  });
});
