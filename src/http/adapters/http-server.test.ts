import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { startHttpServer } from "./http-server.ts";

test("a connection too many ends idle ones, and the next one finds room", { timeout: 300_000 }, async () => {
  const address = { HOST: "127.0.0.1", PORT: 0, MAX_CONNECTIONS: 1, TRUST_PROXY: false };
  const server = await startHttpServer((_request, response) => void response.end(), address);
  const open = () => connect(server.port, address.HOST).on("error", () => {});
  const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

  const idle = open();
  idle.write(request);
  await once(idle, "data");
  const idleEnded = once(idle, "close");
  await once(open(), "close");
  await idleEnded;
  const next = open();
  next.write(request);
  assert.match(String(await once(next, "data")), /^HTTP\/1\.1 200 /);
  await server.close(AbortSignal.timeout(0));
});

test("a server that retires ends the connections that are open with their next reply, and no others", async () => {
  const address = { HOST: "127.0.0.1", PORT: 0, MAX_CONNECTIONS: 2, TRUST_PROXY: false };
  const server = await startHttpServer((_request, response) => void response.end(), address);
  const open = () => connect(server.port, address.HOST).on("error", () => {});
  const ask = async (socket: ReturnType<typeof open>) => {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    return String(await once(socket, "data"));
  };
  const early = open();
  assert.match(await ask(early), /^Connection: keep-alive\r$/m);
  server.retire();
  assert.match(await ask(early), /^Connection: close\r$/m);
  const late = open();
  assert.match(await ask(late), /^Connection: keep-alive\r$/m);
  late.destroy();
  await server.close(AbortSignal.timeout(0));
});

test("a port that is in use, and an address that is not ours, are named", async () => {
  const nothing = () => undefined;
  const address = { HOST: "127.0.0.1", PORT: 0, MAX_CONNECTIONS: 1, TRUST_PROXY: false };
  const server = await startHttpServer(nothing, address);
  const inUse = startHttpServer(nothing, { ...address, PORT: server.port });
  await assert.rejects(inUse, {
    message: `Cannot listen on 127.0.0.1:${server.port}: another program uses it. Set PORT to another port.`,
  });
  await assert.rejects(startHttpServer(nothing, { ...address, HOST: "192.0.2.1" }), /^Error: .*: [^:]*EADDRNOTAVAIL/);
  await server.close(AbortSignal.timeout(0));
});
