import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { ListMultipartUploadsCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { collect } from "../../../test/conformance/samples.ts";
import { noS3Server, removeTestBucket, testS3Options } from "../../../test/support/engines/test-s3.ts";
import { startTcpProxy } from "../../../test/support/tcp-proxy.ts";
import { abortStaleUploads, openS3 } from "./s3.ts";
import type { S3Options } from "./s3-client.ts";
import { newS3Client } from "./s3-client.ts";

const MEGABYTE = 1024 * 1024;
const skip = noS3Server ?? false;
const unavailable = { name: "StoreUnavailable" };

async function open(t: TestContext, changes: Partial<S3Options> = {}) {
  const options = testS3Options(`sightline-${randomUUID()}`, changes);
  const store = await openS3(options);
  t.after(() => removeTestBucket(options.bucket));
  t.after(() => store.close());
  const client = newS3Client(options);
  t.after(() => client.destroy());
  return { options, store, client };
}

const put = (store: Awaited<ReturnType<typeof openS3>>, key: string, content: string | Uint8Array) =>
  store.files.put(key, Readable.from([Buffer.from(content)]));

test("a stream that fails in the middle leaves no parts, and the older file stays", { skip }, async (t) => {
  const { store, client, options } = await open(t);
  await put(store, "a", "old");
  const failure = new Error("the stream's own");
  const failing = Readable.from(
    (async function* () {
      for (let times = 0; times < 20; times++) yield randomBytes(MEGABYTE);
      throw failure;
    })(),
  );
  await assert.rejects(store.files.put("a", failing), (error) => error === failure);
  const file = await store.files.get("a");
  assert.equal(file && (await buffer(file.stream)).toString(), "old");
  const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: options.bucket }));
  assert.deepEqual(Uploads ?? [], []);
});

test("parts left by a crash are removed when they are old", { skip }, async (t) => {
  const { client, options } = await open(t);
  const { CreateMultipartUploadCommand } = await import("@aws-sdk/client-s3");
  await client.send(new CreateMultipartUploadCommand({ Bucket: options.bucket, Key: `${options.prefix}x` }));
  const countUploads = async () => {
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: options.bucket }));
    return Uploads?.length ?? 0;
  };
  await abortStaleUploads(client, options);
  assert.equal(await countUploads(), 1);
  await abortStaleUploads(client, options, 0);
  assert.equal(await countUploads(), 0);
});

test("files of several parts are read back, also with the older checksums", { skip }, async (t) => {
  for (const checksums of ["when_supported", "when_required"] as const) {
    const { store } = await open(t, { checksums });
    const content = randomBytes(20 * MEGABYTE + 1);
    assert.equal(await store.files.put("parts", Readable.from([content])), content.length);
    const file = await store.files.get("parts");
    assert.equal(file?.bytes, content.length);
    assert.ok(file && content.equals(await buffer(file.stream)));
    await store.files.delete(["parts", "unknown"]);
    assert.equal(await store.files.get("parts"), null);
    await store.check();
  }
});

test("lists and removes more files than fit in one request", { skip }, async (t) => {
  const { store } = await open(t);
  const keys = Array.from({ length: 1005 }, (_, index) => `many/${index}`);
  for (let start = 0; start < keys.length; start += 50) {
    await Promise.all(keys.slice(start, start + 50).map((key) => put(store, key, "x")));
  }
  const listed = await collect(store.files.list("many/"));
  assert.deepEqual(listed.toSorted(), keys.toSorted());
  await store.files.delete(keys);
  assert.deepEqual(await collect(store.files.list("")), []);
});

test("the object that check() writes is not listed, and all objects begin with the prefix", { skip }, async (t) => {
  const { store, client, options } = await open(t, { prefix: "some where/" });
  await store.check();
  await put(store, "a", "");
  assert.deepEqual(await collect(store.files.list("")), ["a"]);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: options.bucket }));
  assert.deepEqual(
    Contents.map(({ Key }) => Key?.startsWith("some where/")),
    [true, true],
  );
});

test("several nodes may create the bucket concurrently", { skip }, async (t) => {
  const options = testS3Options(`sightline-${randomUUID()}`);
  t.after(() => removeTestBucket(options.bucket));
  const stores = await Promise.all(Array.from({ length: 4 }, () => openS3(options)));
  for (const store of stores) {
    await store.check();
    await store.close();
  }
});

test("every method is rejected after close", { skip }, async (t) => {
  const { store } = await open(t);
  await store.close();
  await store.close();
  const calls = [
    () => put(store, "a", "a"),
    () => store.files.get("a"),
    () => store.files.delete(["a"]),
    () => collect(store.files.list("")),
    () => store.check(),
  ];
  for (const call of calls) await assert.rejects(call, { ...unavailable, message: /closed/ });
});

test("works again after the server was unreachable", { skip }, async (t) => {
  const { options } = await open(t);
  const { hostname, port } = new URL(options.endpoint);
  const proxy = await startTcpProxy(hostname, Number(port));
  t.after(proxy.disconnect);
  const proxied = { ...options, endpoint: `http://127.0.0.1:${proxy.port}`, timeoutMs: 6000, retries: 1 };
  const store = await openS3(proxied);
  t.after(() => store.close());
  await put(store, "large", randomBytes(5 * MEGABYTE));
  const reading = await store.files.get("large");

  await proxy.disconnect();
  await assert.rejects(buffer(reading?.stream ?? Readable.from([])), unavailable);
  await assert.rejects(store.check(), unavailable);
  await assert.rejects(store.files.get("large"), unavailable);
  await assert.rejects(store.files.delete(["large"]), unavailable);
  await assert.rejects(collect(store.files.list("")), unavailable);
  await assert.rejects(store.files.put("large", Readable.from([randomBytes(10 * MEGABYTE)])), unavailable);
  await assert.rejects(openS3(proxied), unavailable);
  await proxy.restore();
  await store.check();
  assert.equal((await store.files.get("large"))?.bytes, 5 * MEGABYTE);

  proxy.stall();
  await assert.rejects(store.check(), { ...unavailable, message: "S3 did not answer in time." });
  await proxy.restore();
  await store.check();
});
