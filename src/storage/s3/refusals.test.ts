import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { collect } from "../conformance/samples.ts";
import { S3Files } from "./files.ts";
import { openS3 } from "./s3.ts";
import { newS3Client } from "./s3-client.ts";
import type { S3Options } from "./s3-options.ts";
import { testS3Options } from "./test-s3.ts";

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

process.env.AWS_ACCESS_KEY_ID ??= "some-key";
process.env.AWS_SECRET_ACCESS_KEY ??= "some-secret";
const unavailable = "StoreUnavailable";

/** A server that answers everything in the same way, as no healthy server does. */
async function serve(t: TestContext, answer: RequestHandler): Promise<S3Options> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  return testS3Options("a-bucket", { endpoint: `http://127.0.0.1:${address.port}`, timeoutMs: 300, retries: 0 });
}

async function newTestFiles(
  t: TestContext,
  answer: RequestHandler,
  changes: Partial<S3Options> = {},
): Promise<S3Files> {
  const options = { ...(await serve(t, answer)), ...changes };
  const client = newS3Client(options);
  t.after(() => client.destroy());
  return new S3Files(client, options);
}

function refusal(status: number, code: string): RequestHandler {
  return (request, response) => {
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/xml" });
      const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>some secret words</Message></Error>`;
      response.end(code === "" ? undefined : body);
    });
  };
}

const refusals: [status: number, code: string, sentence: string][] = [
  [403, "AccessDenied", "S3 denies access: the credentials lack a permission on the bucket."],
  [403, "InvalidAccessKeyId", "S3 does not know the access key."],
  [403, "SignatureDoesNotMatch", "S3 does not accept the secret access key."],
  [403, "RequestTimeTooSkewed", "This machine's clock is too far from that of S3."],
  [404, "NoSuchBucket", "The bucket does not exist."],
  [503, "SlowDown", "S3 is too busy now."],
  [500, "InternalError", "S3 cannot be used now (InternalError)."],
];
for (const [status, code, message] of refusals) {
  test(`${code} is said in a sentence`, async (t) => {
    const files = await newTestFiles(t, refusal(status, code));
    const expected = { name: unavailable, message };
    await assert.rejects(files.get("a"), expected);
    await assert.rejects(files.put("a", Readable.from([Buffer.from("a")])), expected);
    await assert.rejects(files.delete(["a"]), expected);
    await assert.rejects(collect(files.list("")), expected);
  });
}

test("what a repetition would meet again is thrown as it came", async (t) => {
  const files = await newTestFiles(t, refusal(400, "KeyTooLongError"));
  await assert.rejects(files.put("a", Readable.from(["a"])), { name: "KeyTooLongError" });
});

test("a proxy's page in place of an answer is no answer", async (t) => {
  for (const status of [404, 502]) {
    const files = await newTestFiles(t, (request, response) => {
      request.resume();
      response.writeHead(status, { "content-type": "text/html" }).end("<html><body>Bad Gateway<br></body></html>");
    });
    await assert.rejects(files.get("a"), { name: unavailable, message: /^S3 cannot be used now/ });
    await assert.rejects(collect(files.list("")), { name: unavailable });
  }
});

const bucketRefusals: [status: number, code: string, message: RegExp][] = [
  [301, "PermanentRedirect", /in another region/],
  [403, "AccessDenied", /denies access/],
  [403, "", /denies access/],
  [404, "NoSuchBucket", /^The bucket a-bucket does not exist, and cannot be made: /],
  [500, "", /^S3 cannot be used now/],
  [503, "", /too busy/],
];
for (const [status, code, message] of bucketRefusals) {
  test(`a bucket that is answered ${status} ${code} cannot be opened`, async (t) => {
    const options = await serve(t, refusal(status, code));
    await assert.rejects(openS3(options), { name: unavailable, message });
  });
}

test("a file that one request could not remove, among others, is told", async (t) => {
  const files = await newTestFiles(t, (request, response) => {
    request.resume();
    response.end("<DeleteResult><Error><Key>tests/b</Key><Code>AccessDenied</Code></Error></DeleteResult>");
  });
  await assert.rejects(files.delete(["a", "b"]), { name: unavailable, message: /denies access/ });
  const gone = await newTestFiles(t, (request, response) => {
    request.resume();
    response.end("<DeleteResult><Error><Key>tests/b</Key><Code>NoSuchKey</Code></Error></DeleteResult>");
  });
  await gone.delete(["a", "b"]);
});

test("older servers get the checksum that they know", async (t) => {
  const seen: Record<string, unknown>[] = [];
  const answer: RequestHandler = async (request, response) => {
    const md5 = createHash("md5")
      .update(await buffer(request))
      .digest("base64");
    seen.push({ ...request.headers, md5 });
    response.end("<DeleteResult/>");
  };
  await (await newTestFiles(t, answer, { checksums: "when_required" })).delete(["a"]);
  assert.equal(seen[0]?.["content-md5"], seen[0]?.md5);
  assert.deepEqual(
    Object.keys(seen[0] ?? {}).filter((name) => name.includes("checksum")),
    [],
  );
  await (await newTestFiles(t, answer)).delete(["a"]);
  assert.match(Object.keys(seen[1] ?? {}).join(), /x-amz-checksum-crc32/);
});

test("an answer that ends before its end is an error", async (t) => {
  const files = await newTestFiles(t, (_request, response) => {
    response.writeHead(200, { "content-length": "1000000" });
    response.write("x".repeat(100_000), () => response.destroy());
  });
  const file = await files.get("a");
  assert.equal(file?.bytes, 1_000_000);
  await assert.rejects(text(file?.stream ?? Readable.from([])), { name: unavailable });
});

test("an answer that stands still is an error, but a reader who does is waited for", async (t) => {
  const files = await newTestFiles(t, (_request, response) => {
    response.writeHead(200, { "content-length": "5000000" });
    response.write("x".repeat(4_000_000));
  });
  const file = await files.get("a");
  assert.ok(file);
  let stopped = false;
  file.stream.on("error", () => {
    stopped = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.equal(stopped, false);
  await assert.rejects(text(file.stream), { name: unavailable, message: "S3 stopped in the middle of a file." });
});

test("nobody there, and no answer, are each said", async (t) => {
  const silent = await newTestFiles(t, () => {});
  await assert.rejects(silent.get("a"), { name: unavailable, message: "S3 did not answer in time." });
  const absent = await newTestFiles(t, () => {}, { endpoint: "http://127.0.0.1:1" });
  await assert.rejects(absent.get("a"), { name: unavailable, message: "S3 cannot be used now (ECONNREFUSED)." });
});
