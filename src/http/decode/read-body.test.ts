import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type TestContext, test } from "node:test";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { Problem } from "../../lib/problem.ts";
import { discardRemainder } from "../adapters/discard-body.ts";
import { newBodyMemory } from "./body-memory.ts";
import { readBody } from "./read-body.ts";

const LIMIT = 1000;
const MEGABYTE = 1024 * 1024;
/** No body arrives too slowly on a busy machine. */
const PATIENT = { bytesPerSecond: 1, seconds: 600 };

/** A real server that replies with the body's length, or with the code of the refusal. */
async function open(context: TestContext, limit = LIMIT) {
  const memory = newBodyMemory(MEGABYTE, PATIENT);
  const outcomes: string[] = [];
  const server = createServer(async (request, response) => {
    const outcome = await readBody(request, { limit, memory }).then(
      (body) => {
        memory.release(body.byteLength);
        return `${body.byteLength} bytes`;
      },
      async (error: unknown) => {
        await discardRemainder(request, 413);
        return error instanceof Problem ? error.code : String(error);
      },
    );
    outcomes.push(outcome);
    for (const listener of listeners) listener();
    response.end(outcome);
  });
  const listeners = new Set<() => void>();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Sends the pieces in order, and only then reads. Returns all that comes back before the connection is idle. */
  const exchange = (pieces: readonly (string | Buffer)[], expected: number) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1").on("error", reject).pause();
      context.after(() => socket.destroy());
      let text = "";
      socket.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if ((text.match(/HTTP\/1\.1/g) ?? []).length === expected && /\r\n\r\n.*[a-z]$/s.test(text)) resolve(text);
      });
      socket.on("end", () => resolve(text));
      const write = (index: number): void => {
        const piece = pieces[index];
        if (piece === undefined) socket.resume();
        else socket.write(piece, () => write(index + 1));
      };
      write(0);
    });
  const outcome = () => new Promise<string>((resolve) => listeners.add(() => resolve(outcomes.at(-1) ?? "")));
  return { port, memory, exchange, outcome };
}

const head = (...lines: string[]) => ["POST / HTTP/1.1", "Host: x", ...lines, "", ""].join("\r\n");
const sized = (bytes: number, ...lines: string[]) => head(`Content-Length: ${bytes}`, ...lines);
const chunked = (...lines: string[]) => head("Transfer-Encoding: chunked", ...lines);
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;
const END = "0\r\n\r\n";

const cases: [name: string, pieces: (string | Buffer)[], outcome: string, limit?: number][] = [
  ["no body", [sized(0)], "0 bytes"],
  ["one byte less than the limit", [sized(LIMIT - 1), "x".repeat(LIMIT - 1)], "999 bytes"],
  ["together with the head", [sized(LIMIT - 1) + "x".repeat(LIMIT - 1)], "999 bytes"],
  ["together with the head, the limit", [sized(LIMIT) + "x".repeat(LIMIT)], "request_too_large"],
  ["together with a part of the head", [sized(9).slice(0, 20), `${sized(9).slice(20)}123456789`], "9 bytes"],
  ["in part together with the head", [`${sized(9)}1234`, "56789"], "9 bytes"],
  ["the limit", [sized(LIMIT), "x".repeat(LIMIT)], "request_too_large"],
  ["in chunks, one byte less than the limit", [chunked(), chunk(900), chunk(99), END], "999 bytes"],
  ["in chunks, the limit", [chunked(), chunk(900), chunk(100), END], "request_too_large"],
  ["in chunks, too many of one byte", [chunked(), chunk(1).repeat(10_200), END], "parse_error", 100_000],
  ["in chunks, many of one byte", [chunked(), chunk(1).repeat(9000), END], "9000 bytes", 100_000],
  ["in chunks, many of 32 bytes", [chunked(), chunk(32).repeat(16_000), END], "512000 bytes", MEGABYTE],
  ["in chunks, much more", [chunked(), ...Array.from({ length: 50 }, () => chunk(60_000)), END], "request_too_large"],
];
for (const connection of ["keep-alive", "close"]) {
  for (const [name, [first = "", ...rest], outcome, limit] of cases) {
    test(`a body of ${name}, on a connection to ${connection}`, async (context) => {
      const { exchange } = await open(context, limit);
      const request = String(first).replace("Host: x", `Host: x\r\nConnection: ${connection}`);
      assert.match(await exchange([request, ...rest], 1), new RegExp(`\r\n\r\n.*${outcome}`, "s"));
    });
  }
}

test("a body that is announced too large is refused before it comes", async (context) => {
  const { exchange } = await open(context);
  assert.match(await exchange([sized(20 * MEGABYTE)], 1), /request_too_large/);
});

for (const connection of ["keep-alive", "close"]) {
  test(`who sends 25 MB and then looks up gets the answer, on a connection to ${connection}`, async (context) => {
    const { exchange } = await open(context);
    const body = Buffer.alloc(25 * MEGABYTE);
    assert.match(await exchange([sized(body.byteLength, `Connection: ${connection}`), body], 1), /request_too_large/);
    const pieces = Array.from({ length: 25 }, () => chunk(MEGABYTE));
    assert.match(await exchange([chunked(`Connection: ${connection}`), ...pieces, END], 1), /request_too_large/);
  });
}

test("requests that come together are read one after the other", async (context) => {
  const { exchange } = await open(context);
  const answers = await exchange([`${sized(3)}abc${sized(4)}abcd`, `${sized(5)}abcde`], 3);
  assert.match(answers, /3 bytes.*4 bytes.*5 bytes$/s);
});

test("after a refusal the connection takes the next request", async (context) => {
  const { exchange } = await open(context);
  const answers = await exchange([sized(2000), "x".repeat(2000), sized(3), "abc"], 2);
  assert.match(answers, /request_too_large.*3 bytes$/s);
});

test("the rest of a refused body is read, and the next request answered", async (context) => {
  const { exchange } = await open(context, 100_000);
  const answers = await exchange([chunked(), chunk(1).repeat(25_000), END, sized(3), "abc"], 2);
  assert.match(answers, /parse_error.*3 bytes$/s);
});

for (const connection of ["keep-alive", "close"]) {
  const title = `who never ends a refused body is cut off, on a connection to ${connection}`;
  test(title, { timeout: 300_000 }, async (context) => {
    const { port } = await open(context);
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    const send = () => socket.writable && socket.write(chunk(1).repeat(1000), send);
    socket.write(chunked(`Connection: ${connection}`), send);
    await new Promise((resolve) => socket.resume().on("close", resolve));
  });
}

for (const [name, text] of [
  ["of an announced size", sized(500)],
  ["in chunks", `${chunked()}${chunk(10)}`],
] as const) {
  test(`a sender who breaks off: a body ${name}`, async (context) => {
    const { port, outcome } = await open(context);
    const settled = outcome();
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(`${text}x`, () => socket.destroy());
    assert.equal(await settled, "parse_error");
  });
}

test("large bodies share the memory; small, refused and broken ones take none", async (context) => {
  const { port, memory, exchange, outcome } = await open(context, 10 * MEGABYTE);
  const large = 700_000;
  const slow = connect(port, "127.0.0.1").on("error", () => {});
  slow.write(`${sized(MEGABYTE)}${"x".repeat(large)}`);
  await waitUntil(() => {
    const hasRoom = memory.grow(0, 2 * large);
    if (hasRoom) memory.release(2 * large);
    return !hasRoom;
  });
  const waiting = exchange([sized(large), "x".repeat(large)], 1);
  assert.match(await exchange([sized(10_000), "x".repeat(10_000)], 1), /10000 bytes$/);
  const broken = outcome();
  slow.destroy();
  assert.equal(await broken, "parse_error");
  assert.match(await waiting, /700000 bytes$/);
  for (let time = 0; time < 3; time++) {
    assert.match(await exchange([sized(MEGABYTE), "x".repeat(MEGABYTE)], 1), /1048576 bytes$/);
    assert.match(await exchange([sized(2 * MEGABYTE), "x".repeat(2 * MEGABYTE)], 1), /2097152 bytes$/);
  }
});
