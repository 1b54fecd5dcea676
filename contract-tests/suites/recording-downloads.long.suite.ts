import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { needs, target } from "../client/target.ts";
import { type OwnServer, sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";

const SNAPSHOTS_OPERATION = "session_recordings_snapshots_retrieve";
const GZIP = { "accept-encoding": "gzip" };

/**
 * Records a session and waits until the session is in a file. Returns the path and query of the file, and its lines.
 */
async function sendUntilFiled({ client, tenant }: OwnServer) {
  const id = randomUUID();
  const on = rrwebEventFactory(Date.now() - 60_000);
  const data = [on.page(0, "https://shop.example/"), on.input(1000, randomUUID()), on.mouse(2000, 2)];
  await client.expectStatus("capture", 200, { json: snapshotBody(tenant.projectApiKey, { sessionId: id }, data) });
  const key = await eventually("the session is in a file", async () => {
    const { status, body } = await client.request(SNAPSHOTS_OPERATION, { path: { id } });
    const [source] = status === 200 ? (body as { sources: { source: string; key: string | null }[] }).sources : [];
    return source?.source === "object_storage" && source.key;
  });
  return { path: { id }, query: { source: "object_storage", key }, lines: [{ window_id: id, data }] };
}

describe("recording files: conditional and range requests", needs("settings"), () => {
  // Requests bypass any proxy, because proxies decompress files and ignore ranges.
  const own = sharedServer("downloads");

  test("a file has an ETag, and If-None-Match is answered with 304", async () => {
    const { lines, ...file } = await sendUntilFiled(own());
    const gzipped = await own().direct.request(SNAPSHOTS_OPERATION, { ...file, headers: GZIP });
    assert.deepEqual([gzipped.status, gzipped.body], [200, lines]);
    const etag = gzipped.headers.etag ?? "";
    assert.match(etag, /^"[^"]+"$/);
    assert.equal(gzipped.headers["accept-ranges"], "bytes");
    assert.equal(gzipped.headers["content-length"], String(gzipped.raw.bytes.length));
    assert.match(gzipped.headers.vary ?? "", /Accept-Encoding/);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const unchanged = await own().direct.request(SNAPSHOTS_OPERATION, {
        ...file,
        headers: { ...GZIP, "if-none-match": tags },
      });
      assert.deepEqual([unchanged.status, unchanged.headers.etag], [304, etag], tags);
    }
    const changed = await own().direct.request(SNAPSHOTS_OPERATION, {
      ...file,
      headers: { ...GZIP, "if-none-match": '"other"' },
    });
    assert.equal(changed.status, 200);

    const plain = await own().direct.request(SNAPSHOTS_OPERATION, file);
    assert.deepEqual([plain.status, plain.body], [200, lines]);
    assert.notEqual(plain.headers.etag, etag);
    const { status } = await own().direct.request(SNAPSHOTS_OPERATION, {
      ...file,
      headers: { "if-none-match": plain.headers.etag ?? "" },
    });
    assert.equal(status, 304);
  });

  test("ranges of a file add up to the file", async () => {
    const { lines, ...file } = await sendUntilFiled(own());
    const whole = await own().direct.request(SNAPSHOTS_OPERATION, { ...file, headers: GZIP });
    const size = whole.raw.bytes.length;
    const part = async (range: string, extraHeaders: Record<string, string> = {}) => {
      const response = await own().direct.request(SNAPSHOTS_OPERATION, {
        ...file,
        headers: { ...GZIP, range, ...extraHeaders },
      });
      return [response.status, response.headers["content-range"], response.raw.bytes] as const;
    };
    const ranges = [
      ["bytes=0-9", 0, 9],
      [`bytes=10-${size - 6}`, 10, size - 6],
      ["bytes=-5", size - 5, size - 1],
    ] as const;
    const parts = [];
    for (const [range, first, last] of ranges) {
      const [status, contentRange, bytes] = await part(range);
      assert.equal(status, 206);
      assert.deepEqual([contentRange, bytes.length], [`bytes ${first}-${last}/${size}`, last - first + 1], range);
      parts.push(bytes);
    }
    for (const last of [size - 1, size, size + 1]) {
      const [, contentRange, { length }] = await part(`bytes=1-${last}`);
      assert.deepEqual([contentRange, length], [`bytes 1-${size - 1}/${size}`, size - 1], `up to ${last} of ${size}`);
    }
    assert.deepEqual(Buffer.concat(parts), whole.raw.bytes);
    assert.match(gunzipSync(Buffer.concat(parts)).toString(), /^\{"window_id":/);
    for (const range of [`bytes=${size}-`, "bytes=-0", "bytes=-00"]) {
      const refused = await own().direct.expectError(SNAPSHOTS_OPERATION, [416, "range_not_satisfiable", null], {
        ...file,
        headers: { ...GZIP, range },
      });
      assert.equal(refused.headers["content-range"], `bytes */${size}`, range);
    }
    for (const range of ["bytes=0-1,3-4", "lines=0-1", "bytes=9-2"]) assert.equal((await part(range))[0], 200, range);
    assert.equal((await part("bytes=0-1", { "if-range": whole.headers.etag ?? "" }))[0], 206);
    assert.equal((await part("bytes=0-1", { "if-range": '"other"' }))[0], 200);
    const plain = await own().direct.request(SNAPSHOTS_OPERATION, { ...file, headers: { range: "bytes=0-1" } });
    assert.deepEqual([plain.status, plain.body, plain.headers["accept-ranges"]], [200, lines, "none"]);
  });

  test("responses from several sources have neither an ETag nor ranges", async () => {
    const { lines, ...file } = await sendUntilFiled(own());
    const headers = { ...GZIP, range: "bytes=0-1", "if-none-match": "*" };
    for (const query of ["?source=object_storage", ""]) {
      const accept = { accept: "application/x-ndjson" };
      const response = await own().direct.request(SNAPSHOTS_OPERATION, {
        path: file.path,
        query,
        headers: { ...headers, ...accept },
      });
      assert.deepEqual([response.status, response.body, response.headers.etag], [200, lines, undefined]);
    }
  });
});

describe("recording files: redirects to the object storage", needs("settings"), () => {
  const own = sharedServer("redirected", "withoutConsole");
  const hasUrls = target.kind === "server" && target.engines.includes("s3");

  test("clients that accept gzip are redirected if the storage has URLs", async () => {
    const { lines, ...file } = await sendUntilFiled(own());
    const { status, headers, body } = await own().direct.request(SNAPSHOTS_OPERATION, { ...file, headers: GZIP });
    if (!hasUrls) return assert.deepEqual([status, body], [200, lines]);
    assert.equal(status, 302);
    const response = await fetch(headers.location ?? "");
    assert.equal(response.headers.get("content-type"), "application/x-ndjson");
    assert.deepEqual(JSON.parse(await response.text()), lines[0]);
    const recording = await own().client.expectStatus("session_recordings_retrieve", 200, { path: file.path });
    assert.equal(recording.viewed, "true");
  });

  test("other clients, and those with redirect=false, get the file from the service", async () => {
    const { lines, ...file } = await sendUntilFiled(own());
    const plain = await own().direct.request(SNAPSHOTS_OPERATION, file);
    assert.deepEqual([plain.status, plain.body], [200, lines]);
    const query = { ...file.query, redirect: "false" };
    const unredirected = await own().direct.request(SNAPSHOTS_OPERATION, { path: file.path, query, headers: GZIP });
    assert.deepEqual([unredirected.status, unredirected.body], [200, lines]);
  });
});
