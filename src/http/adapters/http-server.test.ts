import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { startHttpServer } from "./http-server.ts";

test("a connection too many ends idle ones, and the next one finds room", { timeout: 10_000 }, async () => {
  const address = { HOST: "127.0.0.1", PORT: 0, MAX_CONNECTIONS: 1 };
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
