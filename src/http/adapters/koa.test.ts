import assert from "node:assert/strict";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import Koa from "koa";
import { urlOf } from "./koa.ts";

interface Sent {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly proxy?: boolean;
}

/** Returns the address of a real request. */
async function addressOf(context: TestContext, publicUrl: string, { path = "/", headers = {}, proxy = false }: Sent) {
  const app = new Koa({ proxy });
  const urls: string[] = [];
  app.use((ctx) => {
    urls.push(urlOf(ctx, publicUrl));
    ctx.status = 204;
  });
  const server = app.listen(0, "127.0.0.1");
  context.after(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers, agent: false }, (response) =>
      response.resume().on("end", resolve),
    );
    sent.on("error", reject).end();
  });
  return urls[0];
}

const FORWARDED = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "a.example" };
const addresses: [name: string, publicUrl: string, sent: Sent, expected: string][] = [
  [
    "as the client wrote it",
    "",
    { path: "/a%20b/?x=1", headers: { Host: "h.example:81" } },
    "http://h.example:81/a%20b/",
  ],
  ["from the setting", "https://p.example/base/", { path: "/a?x=1" }, "https://p.example/base/a"],
  ["not from a proxy that is not trusted", "", { headers: { Host: "h.example", ...FORWARDED } }, "http://h.example/"],
  [
    "from a proxy that is trusted",
    "",
    { headers: { Host: "h.example", ...FORWARDED }, proxy: true },
    "https://a.example/",
  ],
  ["of an invalid host", "", { path: "/a", headers: { Host: "a b" } }, "http://localhost/a"],
];
for (const [name, publicUrl, sent, expected] of addresses) {
  test(`the request's address: ${name}`, async (context) => {
    assert.equal(await addressOf(context, publicUrl, sent), expected);
  });
}
