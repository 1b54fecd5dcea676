import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import Koa from "koa";
import { cors } from "./cors.ts";

/** The answer of a service that answers everything with 418, behind CORS. */
async function answerOf(context: TestContext, path: string, init: RequestInit): Promise<Response> {
  const app = new Koa();
  app.use(cors);
  app.use((ctx) => {
    ctx.status = 418;
  });
  const server = app.listen(0, "127.0.0.1");
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
}

const origin = "https://shop.example";
const asks = { Origin: origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-mine" };

const cases: [name: string, path: string, init: RequestInit, status: number, allowed: string | null][] = [
  ["a preflight of a public path", "/capture/", { method: "OPTIONS", headers: asks }, 204, origin],
  ["without the slash", "/decide", { method: "OPTIONS", headers: asks }, 204, origin],
  ["a request from another origin", "/batch/", { method: "POST", headers: { Origin: origin } }, 418, origin],
  ["a page from a file", "/batch/", { method: "POST", headers: { Origin: "null" } }, 418, "null"],
  ["a request that no page sends", "/capture/", { method: "POST" }, 418, null],
  ["an OPTIONS that is no preflight", "/capture/", { method: "OPTIONS", headers: { Origin: origin } }, 418, origin],
  ["a preflight of a private path", "/api/projects/1", { method: "OPTIONS", headers: asks }, 418, null],
  ["a path that only begins so", "/capture/more", { method: "OPTIONS", headers: asks }, 418, null],
];
for (const [name, path, init, status, allowed] of cases) {
  test(`CORS: ${name}`, async (context) => {
    const { headers, status: found } = await answerOf(context, path, init);
    assert.equal(found, status);
    assert.equal(headers.get("Access-Control-Allow-Origin"), allowed);
    assert.equal(headers.get("Access-Control-Allow-Headers"), status === 204 ? "x-mine" : null);
    assert.equal(headers.get("Vary"), /^\/(capture|batch|decide)\/?$/.test(path) ? "Origin" : null);
  });
}
