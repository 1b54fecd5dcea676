import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { collect } from "../../../test/conformance/samples.ts";
import { testS3Options } from "../../../test/support/engines/test-s3.ts";
import type { Files } from "../ports/files.ts";
import { s3Files } from "./files.ts";
import { openS3 } from "./s3.ts";
import type { S3Options } from "./s3-client.ts";
import { newS3Client } from "./s3-client.ts";

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

process.env.AWS_ACCESS_KEY_ID ??= "some-key";
process.env.AWS_SECRET_ACCESS_KEY ??= "some-secret";
const unavailable = "StoreUnavailable";

/** Starts a server with one answer to everything. */
async function serve(t: TestContext, handler: RequestHandler): Promise<S3Options> {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  return testS3Options("a-bucket", { endpoint: `http://127.0.0.1:${address.port}`, retries: 0 });
}

async function newTestFiles(t: TestContext, handler: RequestHandler, changes: Partial<S3Options> = {}): Promise<Files> {
  const options = { ...(await serve(t, handler)), ...changes };
  const client = newS3Client(options);
  t.after(() => client.destroy());
  return s3Files(client, options);
}

function errorResponse(status: number, code: string): RequestHandler {
  return (request, response) => {
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/xml" });
      const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>some secret words</Message></Error>`;
      response.end(code === "" ? undefined : body);
    });
  };
}

const errors: [status: number, code: string, message: string][] = [
  [403, "AccessDenied", "S3 denies access: the credentials lack a permission on the bucket."],
  [403, "InvalidAccessKeyId", "S3 does not know the access key."],
  [403, "SignatureDoesNotMatch", "S3 does not accept the secret access key."],
  [403, "RequestTimeTooSkewed", "This machine's clock is too far from that of S3."],
  [404, "NoSuchBucket", "The bucket does not exist."],
  [503, "SlowDown", "S3 is too busy now."],
  [500, "InternalError", "S3 cannot be used now (InternalError)."],
];
for (const [status, code, message] of errors) {
  test(`${code} becomes a sentence`, async (t) => {
    const files = await newTestFiles(t, errorResponse(status, code));
    const expected = { name: unavailable, message };
    await assert.rejects(files.get("a"), expected);
    await assert.rejects(files.put("a", Readable.from([Buffer.from("a")])), expected);
    await assert.rejects(files.delete(["a"]), expected);
    await assert.rejects(collect(files.list("")), expected);
  });
}

test("a permanent error is thrown unchanged", async (t) => {
  const files = await newTestFiles(t, errorResponse(400, "KeyTooLongError"));
  await assert.rejects(files.put("a", Readable.from(["a"])), { name: "KeyTooLongError" });
});

test("an error page of a proxy means unavailable", async (t) => {
  for (const status of [404, 502]) {
    const files = await newTestFiles(t, (request, response) => {
      request.resume();
      response.writeHead(status, { "content-type": "text/html" }).end("<html><body>Bad Gateway<br></body></html>");
    });
    await assert.rejects(files.get("a"), { name: unavailable, message: /^S3 cannot be used now/ });
    await assert.rejects(collect(files.list("")), { name: unavailable });
  }
});

const bucketErrors: [status: number, code: string, message: RegExp][] = [
  [301, "PermanentRedirect", /in another region/],
  [403, "AccessDenied", /denies access/],
  [403, "", /denies access/],
  [404, "NoSuchBucket", /^The bucket a-bucket does not exist, and cannot be created: /],
  [500, "", /^S3 cannot be used now/],
  [503, "", /too busy/],
];
for (const [status, code, message] of bucketErrors) {
  test(`opening a bucket fails on ${status} ${code}`, async (t) => {
    const options = await serve(t, errorResponse(status, code));
    await assert.rejects(openS3(options), { name: unavailable, message });
  });
}

test("an error for one of several removed files is thrown, unless the file is missing", async (t) => {
  const files = await newTestFiles(t, (request, response) => {
    request.resume();
    response.end("<DeleteResult><Error><Key>tests/b</Key><Code>AccessDenied</Code></Error></DeleteResult>");
  });
  await assert.rejects(files.delete(["a", "b"]), { name: unavailable, message: /denies access/ });
  const missing = await newTestFiles(t, (request, response) => {
    request.resume();
    response.end("<DeleteResult><Error><Key>tests/b</Key><Code>NoSuchKey</Code></Error></DeleteResult>");
  });
  await missing.delete(["a", "b"]);
});

test("older servers get Content-MD5 in place of newer checksums", async (t) => {
  const seen: Record<string, unknown>[] = [];
  const handler: RequestHandler = async (request, response) => {
    const md5 = createHash("md5")
      .update(await buffer(request))
      .digest("base64");
    seen.push({ ...request.headers, md5 });
    response.end("<DeleteResult/>");
  };
  await (await newTestFiles(t, handler, { checksums: "when_required" })).delete(["a"]);
  assert.equal(seen[0]?.["content-md5"], seen[0]?.md5);
  assert.deepEqual(
    Object.keys(seen[0] ?? {}).filter((name) => name.includes("checksum")),
    [],
  );
  await (await newTestFiles(t, handler)).delete(["a"]);
  assert.match(Object.keys(seen[1] ?? {}).join(), /x-amz-checksum-crc32/);
});

test("a truncated response is an error", async (t) => {
  const files = await newTestFiles(t, (_request, response) => {
    response.writeHead(200, { "content-length": "1000000" });
    response.write("x".repeat(100_000), () => response.destroy());
  });
  const file = await files.get("a");
  assert.equal(file?.bytes, 1_000_000);
  await assert.rejects(text(file?.stream ?? Readable.from([])), { name: unavailable });
});

test("a stalled response is an error, a stalled reader is not", async (t) => {
  const options = await serve(t, (_request, response) => {
    response.writeHead(200, { "content-length": "5000000" });
    response.write("x".repeat(4_000_000));
  });
  const client = newS3Client(options);
  t.after(() => client.destroy());
  const file = await s3Files(client, { ...options, timeoutMs: 1500 }).get("a");
  assert.ok(file);
  let failed = false;
  file.stream.on("error", () => {
    failed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  assert.equal(failed, false);
  await assert.rejects(text(file.stream), { name: unavailable, message: "S3 stopped in the middle of a file." });
});

test("a refused connection and a missing response have their own messages", async (t) => {
  const silent = await newTestFiles(t, () => {}, { timeoutMs: 300 });
  await assert.rejects(silent.get("a"), { name: unavailable, message: "S3 did not answer in time." });
  const absent = await newTestFiles(t, () => {}, { endpoint: "http://127.0.0.1:1" });
  await assert.rejects(absent.get("a"), { name: unavailable, message: "S3 cannot be used now (ECONNREFUSED)." });
});
