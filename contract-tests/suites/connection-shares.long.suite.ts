import assert from "node:assert/strict";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { after, describe, test } from "node:test";
import { exchange } from "../client/exchange.ts";
import { needs } from "../client/target.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const MAX_CONNECTIONS = 32;
const REQUESTS = 20;
/** Bodies may take as long as they like. A client that still wrote could lose its response to a reset connection. */
const settings = { MAX_CONNECTIONS: String(MAX_CONNECTIONS), BODY_BYTES_PER_SECOND: "0" };

const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
});

/** Opens more connections than the service accepts, and sends on each a body that does not end. */
async function holdAll(base: string, headers = ""): Promise<() => string> {
  const { port } = new URL(base);
  let [received, settled] = ["", 0];
  for (let index = 0; index < MAX_CONNECTIONS + 8; index++) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined).on("data", (chunk) => (received += chunk.toString()));
    socket.once("close", () => (settled += 1));
    socket.write(`POST /capture/ HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: application/json\r\n`, () => {
      socket.write("Content-Length: 100000\r\n\r\n{", () => (settled += 1));
    });
    sockets.push(socket);
  }
  await eventually("the attack has begun", async () => settled >= MAX_CONNECTIONS);
  return () => received;
}

const open = ownServer(() => settings, undefined, { oneNode: true });

describe("one address that holds all connections", needs("settings"), () => {
  test("leaves room for others", async () => {
    const { direct } = open().server;
    await holdAll(direct);
    const agent = new Agent({ localAddress: "127.0.0.2" });
    for (let index = 0; index < REQUESTS; index++) {
      assert.equal((await exchange(direct, { method: "GET", path: "/_health" }, agent)).status, 200);
    }
  });
});

const proxied = ownServer(() => ({ ...settings, TRUST_PROXY: "true" }), undefined, { oneNode: true });

describe("one client that holds all connections of a trusted proxy", needs("settings"), () => {
  test("leaves room for other clients, and gets a response that the proxy passes on", async () => {
    const { direct } = proxied().server;
    const received = await holdAll(direct, "X-Forwarded-For: 198.51.100.1\r\n");
    const probe = { method: "GET", path: "/_health", headers: { "x-forwarded-for": "198.51.100.2" } };
    await eventually("the service has read the attacker's requests, and makes room", async () => {
      return (await exchange(direct, probe).catch(() => null))?.status === 200;
    });
    for (let index = 0; index < REQUESTS; index++) {
      const headers = { "x-forwarded-for": `198.51.100.${100 + index}` };
      assert.equal((await exchange(direct, { method: "GET", path: "/_health", headers })).status, 200);
    }
    await eventually("the attacker gets a response", async () => received().includes("HTTP/1.1 408 "));
    assert.match(received(), /"code":"request_timeout"/);
    assert.doesNotMatch(received(), /HTTP\/1.1 (?!408)/);
  });
});
