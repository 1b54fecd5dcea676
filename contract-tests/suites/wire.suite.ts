import assert from "node:assert/strict";
import { Agent, type ClientRequest } from "node:http";
import { connect } from "node:net";
import { after, describe, test } from "node:test";
import { directClient } from "../client/client.ts";
import { begin } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { check } from "../contract/check.ts";
import { operations } from "../contract/document.ts";
import { goesOn } from "../support/alive.ts";

const client = directClient();
const { projectApiKey: api_key } = target.tenant;
const posts = [...operations.values()].filter(({ takesBody }) => takesBody);
const LIMIT = 20 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, " ");

const keeping = new Agent({ keepAlive: true });

after(async () => {
  keeping.destroy();
  await goesOn(client, api_key);
});

/** Writes so many bytes, as fast as they are taken, and leaves the body open. */
function writeChunks(request: ClientRequest, bytes: number): void {
  let sent = 0;
  const more = () => {
    while (sent < bytes && !request.destroyed) {
      sent += CHUNK.length;
      if (!request.write(CHUNK)) return request.once("drain", more);
    }
  };
  more();
}

/** Sends a head and so many bytes, and reads nothing until all of it is on its way; gives the start of what came back. */
async function sendThenRead(head: string, bytes: number): Promise<string> {
  const { hostname, port } = new URL(target.direct);
  const socket = connect(Number(port), hostname);
  const broken = new Promise<never>((_, reject) => socket.once("error", reject));
  try {
    socket.write(head);
    const sent = new Promise<void>((resolve, reject) => {
      socket.write(Buffer.alloc(bytes, " "), (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([sent, broken]);
    const read = new Promise<string>((resolve) => {
      let text = "";
      socket.setEncoding("latin1").on("data", (part: string) => {
        text += part;
        if (text.includes("}")) resolve(text);
      });
    });
    return await Promise.race([read, broken]);
  } finally {
    socket.destroy();
  }
}

function code(body: unknown): string {
  return (body as { code: string }).code;
}

describe("a body that is too large", needs("wire"), () => {
  for (const { id } of posts) {
    test(`${id}: is refused by its announced length, before it is read`, async () => {
      const message = client.message(id, { text: "", headers: { "content-length": String(LIMIT) } });
      const raw = await begin(target.direct, message, keeping, (request) => request.write(CHUNK));
      const { status, body } = check(message, raw);
      assert.deepEqual([status, code(body)], [413, "request_too_large"]);
    });

    test(`${id}: is refused once it has grown too large, without an end`, async () => {
      const message = client.message(id, { text: "", headers: { "transfer-encoding": "chunked" } });
      const raw = await begin(target.direct, message, keeping, (request) => writeChunks(request, LIMIT));
      const { status, body } = check(message, raw);
      assert.deepEqual([status, code(body)], [413, "request_too_large"]);
    });
  }

  for (const connection of ["keep-alive", "close"]) {
    test(`whoever sends it all before reading gets to the answer: ${connection}`, async () => {
      const head = `POST /batch/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: ${connection}\r\n`;
      const text = await sendThenRead(`${head}Content-Length: ${LIMIT + CHUNK.length}\r\n\r\n`, LIMIT + CHUNK.length);
      assert.match(text, /^HTTP\/1\.1 413 [\s\S]*"request_too_large"/);
    });
  }

  test("one byte makes the difference", async () => {
    const batch = JSON.stringify({ api_key, batch: [{ event: "large", distinct_id: "x" }] });
    const text = Buffer.alloc(LIMIT, " ");
    text.write(batch);
    assert.equal((await client.ask("batch", { text: text.subarray(0, LIMIT - 1) }, keeping)).status, 200);
    assert.equal((await client.ask("batch", { text }, keeping)).status, 413);
  });
});

describe("a connection", needs("wire"), () => {
  test("is of use after each refusal", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const json = { api_key, event: "x", distinct_id: "x" };
      for (let round = 0; round < 3; round++) {
        assert.equal((await client.ask("capture", { text: "{" }, agent)).status, 400);
        assert.equal(
          (await client.ask("capture", { text: "<a/>", headers: { "content-type": "text/xml" } }, agent)).status,
          415,
        );
        assert.equal(
          (
            await client.ask(
              "invites_create",
              { key: null, json: { target_email: `${"x".repeat(100_000)}@x.example` } },
              agent,
            )
          ).status,
          401,
        );
        assert.equal(
          (await client.send({ method: "POST", path: "/nothing", body: "x".repeat(500_000) }, agent)).status,
          404,
        );
        assert.equal((await client.send({ method: "PUT", path: "/capture/", body: "x" }, agent)).status, 405);
        assert.equal((await client.ask("capture", { json }, agent)).status, 200);
      }
    } finally {
      agent.destroy();
    }
  });

  test("that its client breaks off in the middle of a body harms nobody", async () => {
    for (const { id } of posts) {
      const message = client.message(id, { text: "", headers: { "content-length": "1000" } });
      const broken = begin(target.direct, message, undefined, (request) => {
        request.write('{"event":', () => request.destroy());
      });
      await assert.rejects(broken);
    }
    await goesOn(client, api_key);
  });

  const garbage: Record<string, string> = {
    "no HTTP at all": "hello\r\n\r\n",
    TLS: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "raw bytes in the path": "GET /\x00\xff\x01 HTTP/1.1\r\nHost: x\r\n\r\n",
    "a length that is none": "POST /capture/ HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    "a length and chunks":
      "POST /capture/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a chunk that is none": "POST /capture/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a path of 64 KB": `GET /${"x".repeat(65_536)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    "a head of 64 KB": `GET /_health HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(65_536)}\r\n\r\n`,
    "a method that nobody knows": "BREW /capture/ HTTP/1.1\r\nHost: x\r\n\r\n",
  };
  for (const [what, bytes] of Object.entries(garbage)) {
    test(`that carries ${what} is refused and closed`, async () => {
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
      await goesOn(client, api_key);
    });
  }
});
