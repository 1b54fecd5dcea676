import assert from "node:assert/strict";
import { Agent, type ClientRequest } from "node:http";
import { connect } from "node:net";
import { after, describe, test } from "node:test";
import { directClient } from "../client/contract-client.ts";
import { exchangeStreaming } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { checkResponse } from "../contract/check-response.ts";
import { operationsWithBody } from "../contract/contract-document.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";

const client = directClient();
const { projectApiKey: api_key } = target.tenant;
const MAX_BODY_BYTES = 20 * 1024 * 1024;
const MAX_ATTEMPTS = 3;
const CHUNK = Buffer.alloc(64 * 1024, " ");

const keepAliveAgent = new Agent({ keepAlive: true });

after(async () => {
  keepAliveAgent.destroy();
  await assertStillServing(client, api_key);
});

/** Writes `bytes` bytes as fast as the server reads them, and leaves the body open. */
function writeChunks(request: ClientRequest, bytes: number): void {
  let sent = 0;
  const writeMore = () => {
    while (sent < bytes && !request.destroyed) {
      sent += CHUNK.length;
      if (!request.write(CHUNK)) return request.once("drain", writeMore);
    }
  };
  writeMore();
}

/**
 * Sends headers and `bytes` bytes, and reads only after all of it is sent. Returns the start of the response. A sender
 * that stalls for half a second is taken for one that waits for the response: it tries again.
 */
async function sendThenRead(head: string, bytes: number): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendThenReadOnce(head, bytes);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function sendThenReadOnce(head: string, bytes: number): Promise<string> {
  const { hostname, port } = new URL(target.direct);
  const socket = connect(Number(port), hostname);
  const failure = new Promise<never>((_, reject) => socket.once("error", reject));
  try {
    socket.write(head);
    const sent = new Promise<void>((resolve, reject) => {
      socket.write(Buffer.alloc(bytes, " "), (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([sent, failure]);
    const read = new Promise<string>((resolve) => {
      let text = "";
      socket.setEncoding("latin1").on("data", (part: string) => {
        text += part;
        if (text.includes("}")) resolve(text);
      });
    });
    return await Promise.race([read, failure]);
  } finally {
    socket.destroy();
  }
}

function errorCode(body: unknown): string {
  return (body as { code: string }).code;
}

describe("a large body", needs("wire"), () => {
  for (const { id } of operationsWithBody) {
    test(`${id}: is refused by its content length before it is read`, async () => {
      const message = client.message(id, { text: "", headers: { "content-length": String(MAX_BODY_BYTES) } });
      const raw = await exchangeStreaming(target.direct, message, keepAliveAgent, (request) => request.write(CHUNK));
      const { status, body } = checkResponse(message, raw);
      assert.deepEqual([status, errorCode(body)], [413, "request_too_large"]);
    });

    test(`${id}: is refused once it exceeds the limit, before its end`, async () => {
      const message = client.message(id, { text: "", headers: { "transfer-encoding": "chunked" } });
      const raw = await exchangeStreaming(target.direct, message, keepAliveAgent, (request) =>
        writeChunks(request, MAX_BODY_BYTES),
      );
      const { status, body } = checkResponse(message, raw);
      assert.deepEqual([status, errorCode(body)], [413, "request_too_large"]);
    });
  }

  for (const header of ["Connection: keep-alive", "Connection: close", "Expect: 100-continue"]) {
    for (const [path, refusal] of [
      ["/batch/", /^HTTP\/1\.1 413 [\s\S]*"request_too_large"/],
      ["/api/projects/1/feature_flags/", /^HTTP\/1\.1 401 [\s\S]*"not_authenticated"/],
    ] as const) {
      test(`clients that send everything before reading get the response: ${path}, ${header}`, async () => {
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
        const text = await sendThenRead(
          `${head}${header}\r\nContent-Length: ${MAX_BODY_BYTES + CHUNK.length}\r\n\r\n`,
          MAX_BODY_BYTES + CHUNK.length,
        );
        assert.match(text, refusal);
      });
    }
  }
});

describe("a connection", needs("wire"), () => {
  test("can be reused after each error", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const json = { api_key, event: "x", distinct_id: "x" };
      for (let round = 0; round < 3; round++) {
        assert.equal((await client.request("capture", { text: "{" }, agent)).status, 400);
        assert.equal(
          (await client.request("capture", { text: "<a/>", headers: { "content-type": "text/xml" } }, agent)).status,
          415,
        );
        assert.equal(
          (
            await client.request(
              "invites_create",
              { key: null, json: { target_email: `${"x".repeat(100_000)}@x.example` } },
              agent,
            )
          ).status,
          401,
        );
        assert.equal(
          (await client.sendRaw({ method: "POST", path: "/nothing", body: "x".repeat(500_000) }, agent)).status,
          404,
        );
        assert.equal((await client.sendRaw({ method: "PUT", path: "/capture/", body: "x" }, agent)).status, 405);
        assert.equal((await client.request("capture", { json }, agent)).status, 200);
      }
    } finally {
      agent.destroy();
    }
  });

  test("closed by the client within a body affects no others", async () => {
    for (const { id } of operationsWithBody) {
      const message = client.message(id, { text: "", headers: { "content-length": "1000" } });
      const failure = exchangeStreaming(target.direct, message, undefined, (request) => {
        request.write('{"event":', () => request.destroy());
      });
      await assert.rejects(failure);
    }
    await assertStillServing(client, api_key);
  });

  const garbage: Record<string, string> = {
    "text that is not HTTP": "hello\r\n\r\n",
    TLS: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "raw bytes in the path": "GET /\x00\xff\x01 HTTP/1.1\r\nHost: x\r\n\r\n",
    "an invalid length": "POST /capture/ HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    "a length and a chunked body":
      "POST /capture/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "an invalid chunk": "POST /capture/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a path of 64 KB": `GET /${"x".repeat(65_536)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    "a header of 64 KB": `GET /_health HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(65_536)}\r\n\r\n`,
    "an unknown method": "BREW /capture/ HTTP/1.1\r\nHost: x\r\n\r\n",
  };
  for (const [title, bytes] of Object.entries(garbage)) {
    test(`with ${title} is refused and closed`, async () => {
      const { hostname, port } = new URL(target.direct);
      const socket = connect(Number(port), hostname);
      socket.on("error", () => undefined);
      let text = "";
      socket.setEncoding("latin1").on("data", (part: string) => {
        text += part;
      });
      socket.write(Buffer.from(bytes, "latin1"));
      await new Promise((resolve) => socket.once("close", resolve));
      assert.match(text, /^(HTTP\/1\.1 4\d\d |$)/, text.slice(0, 100));
      await assertStillServing(client, api_key);
    });
  }
});
