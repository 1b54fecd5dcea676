import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, type TestContext, test } from "node:test";
import { type Load, sendLoad } from "./load.ts";

async function serve(context: TestContext, answer: RequestListener): Promise<Load> {
  // A machine may stall for longer than the 5 seconds after which Node ends an idle connection.
  const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(0, "127.0.0.1");
  context.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const nextRequest = () => "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  return { url: `http://127.0.0.1:${port}`, connections: 2, seconds: 0.2, nextRequest };
}

describe("sendLoad", () => {
  test("counts responses by status and reads bodies of any kind", async (context) => {
    let count = 0;
    const load = await serve(context, (_request, response) => {
      count += 1;
      if (count === 1) return response.writeHead(503, { "content-length": 3 }).end("bad");
      response.write("a".repeat(100_000));
      return response.end("0\r\n\r\n");
    });
    const { succeeded, failed, latenciesMs, bytes } = await sendLoad(load);
    assert.equal(failed, 1);
    assert.equal(succeeded, count - 1);
    assert.equal(latenciesMs.length, count);
    assert.ok(bytes > succeeded * 100_000);
  });

  test("counts the delay of a stalled server for all requests that were due meanwhile", async (context) => {
    let stallMs = 150;
    const load = await serve(context, (_request, response) => {
      setTimeout(() => response.end("ok"), stallMs);
      stallMs = 0;
    });
    const { succeeded, latenciesMs } = await sendLoad({ ...load, connections: 1, rate: 100 });
    assert.equal(succeeded, 20, "all that were due are sent, although late");
    assert.ok(latenciesMs.filter((latency) => latency > 50).length >= 9, String(latenciesMs));
  });

  test("throws if the server closes a connection during a request", async (context) => {
    const load = await serve(context, (request) => request.socket.destroy());
    await assert.rejects(sendLoad(load), /closed a connection|reset/);
  });
});
