import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { startHttpServer } from "./http-server.ts";

const MAX_CONNECTIONS = 16;
const SLOW = "Content-Length: 100\r\n\r\n{";

/** A server that answers what is complete, but `/wait`, and counts the connections that it has ended. */
async function start(context: TestContext, trustsProxy: boolean, maxConnections = MAX_CONNECTIONS) {
  const counts = { requests: 0, ended: 0 };
  const settings = { HOST: "127.0.0.1", PORT: 0, MAX_CONNECTIONS: maxConnections, TRUST_PROXY: trustsProxy };
  const server = await startHttpServer(
    (request, response) => {
      counts.requests += 1;
      request.resume().on("end", () => request.url !== "/wait" && response.end("ok"));
    },
    settings,
    (count) => {
      counts.ended += count;
    },
  );
  const sockets: Socket[] = [];
  const received: string[] = [];
  context.after(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close(AbortSignal.abort());
  });
  const open = (localAddress: string): Socket => {
    const socket = connect({ port: server.port, host: "127.0.0.1", localAddress }).on("error", () => {});
    sockets.push(socket.on("data", (chunk) => received.push(chunk.toString())));
    return socket;
  };
  /** Sends a head and waits until the server has it. */
  const send = async (localAddress: string, path: string, rest = "\r\n"): Promise<Socket> => {
    const socket = open(localAddress);
    const before = counts.requests;
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${rest}`);
    await Promise.race([waitUntil(() => counts.requests > before), once(socket, "close")]);
    return socket;
  };
  const openOf = (list: readonly Socket[]) => list.filter((socket) => !socket.destroyed).length;
  return { counts, open, send, openOf, received };
}

test("the largest client loses its slowest connections; others lose none", async (context) => {
  const { counts, send, openOf } = await start(context, false);
  const others = [await send("127.0.0.2", "/", SLOW), await send("127.0.0.3", "/", SLOW)];
  const working: Socket[] = [];
  for (let index = 0; index < 4; index++) working.push(await send("127.0.0.1", "/wait"));
  const slow: Socket[] = [];
  for (let index = 0; index < MAX_CONNECTIONS; index++) slow.push(await send("127.0.0.1", "/", SLOW));
  await waitUntil(() => openOf(slow) <= MAX_CONNECTIONS - 6);
  assert.ok(counts.ended > 0);
  assert.equal(openOf([...others, ...working]), 6);
  const newcomer = await send("127.0.0.4", "/", SLOW);
  assert.equal(newcomer.destroyed, false);
});

test("connections of as many clients are left alone", async (context) => {
  const { counts, send } = await start(context, true);
  for (let index = 0; index < MAX_CONNECTIONS; index++) {
    await send("127.0.0.1", "/", `X-Forwarded-For: 192.0.2.${index}\r\n${SLOW}`);
  }
  assert.equal(counts.ended, 0);
});

test("behind a proxy a client loses its slow requests, and the proxy no idle connection", async (context) => {
  const { counts, send, openOf, received } = await start(context, true);
  const idle: Socket[] = [];
  for (let index = 0; index < 4; index++) {
    idle.push(await send("127.0.0.1", "/", "Content-Length: 0\r\n\r\n"));
  }
  await waitUntil(() => received.length === idle.length);
  const slow: Socket[] = [];
  for (let index = 0; index < MAX_CONNECTIONS; index++) {
    slow.push(await send("127.0.0.1", "/", `X-Forwarded-For: 192.0.2.1\r\n${SLOW}`));
  }
  await waitUntil(() => openOf(slow) <= MAX_CONNECTIONS - 4);
  assert.ok(counts.ended > 0);
  assert.equal(openOf(idle), 4);
  for (const text of received.slice(idle.length))
    assert.match(text, /^HTTP\/1.1 408 .*Connection: close.*request_timeout/s);
});

test("a client whose requests all wait for the service leaves room for others", async (context) => {
  const { open, openOf, send } = await start(context, false, 64);
  for (let index = 0; index < 60; index++) await send("127.0.0.1", "/wait");
  const others = [await send("127.0.0.2", "/", SLOW)];
  for (let index = 0; index < 10; index++) open("127.0.0.1").write("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  others.push(await send("127.0.0.2", "/", SLOW));
  assert.equal(openOf(others), 2);
});
