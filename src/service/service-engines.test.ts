import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { noS3Server, removeTestBucket, testS3Options } from "../../test/support/engines/test-s3.ts";
import { MAIN, openServiceEnvironment } from "../../test/support/service-process.ts";
import { startTcpProxy } from "../../test/support/tcp-proxy.ts";
import { waitUntil } from "../../test/support/wait-until.ts";

const skip = noS3Server ?? false;
const { AWS_ACCESS_KEY_ID = "a", AWS_SECRET_ACCESS_KEY = "b" } = process.env;
const credentials = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
const unreachableS3 = { S3_BUCKET: "somewhere", S3_ENDPOINT: "http://127.0.0.1:1", S3_RETRIES: "0", ...credentials };

/** Starts the service on a new directory without waiting until it is ready. */
async function startProcess(t: TestContext, settings: Record<string, string>) {
  const { directory } = await openServiceEnvironment(t);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, HOST: "127.0.0.1", PORT: "0", DATA_DIR: directory, ...settings };
  const child = spawn(process.execPath, [MAIN, "serve"], { env });
  t.after(() => child.kill("SIGKILL"));
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  return { child, output, ended: once(child, "close") as Promise<[number | null, string | null]> };
}

test("a start whose engine stays unreachable exits with 1 and one line", async (t) => {
  const { output, ended } = await startProcess(t, { ...unreachableS3, ENGINE_WAIT_SECONDS: "1" });
  assert.deepEqual(await ended, [1, null]);
  // A slow machine loads the client of S3 for longer than that: the next test expects the reason.
  assert.match(output.err, /^S3 was not available within 1 seconds: .+\n$/);
});

test("the wait for an engine is logged with its reason; SIGTERM ends it with 0", async (t) => {
  const { child, output, ended } = await startProcess(t, unreachableS3);
  const waiting = '"engine":"S3","reason":"S3 cannot be used now (ECONNREFUSED).","msg":"waiting for an engine"';
  await waitUntil(
    () => output.out.includes(waiting),
    () => JSON.stringify(output),
  );
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  assert.equal(output.err, "");
});

test("an engine may become reachable after the service starts, go down and return", { skip }, async (t) => {
  const bucket = `sightline-${randomUUID()}`;
  const { endpoint } = testS3Options(bucket);
  t.after(() => removeTestBucket(bucket));
  const { hostname, port } = new URL(endpoint);
  const proxy = await startTcpProxy(hostname, Number(port));
  t.after(proxy.disconnect);
  await proxy.disconnect();
  const S3_ENDPOINT = `http://127.0.0.1:${proxy.port}`;
  const settings = { ...credentials, S3_BUCKET: bucket, S3_ENDPOINT, S3_RETRIES: "0", S3_TIMEOUT_MS: "1000" };
  const { child, output, ended } = await startProcess(t, settings);
  await waitUntil(
    () => output.out.includes("waiting for an engine"),
    () => JSON.stringify(output),
  );
  await proxy.restore();
  const portOf = () => /"port":(\d+),.*"msg":"ready"/.exec(output.out)?.[1];
  await waitUntil(() => portOf() !== undefined);
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${portOf()}/_ready`);
    return {
      status: response.status,
      files: ((await response.json()) as { engines: { files: string } }).engines.files,
    };
  };
  assert.deepEqual(await ready(), { status: 200, files: "ok" });
  await proxy.disconnect();
  assert.deepEqual(await ready(), { status: 200, files: "unavailable" });
  await proxy.restore();
  assert.deepEqual(await ready(), { status: 200, files: "ok" });
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});
