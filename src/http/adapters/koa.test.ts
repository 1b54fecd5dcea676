import assert from "node:assert/strict";
import { once } from "node:events";
import { get, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import Koa from "koa";
import { send, urlOf } from "./koa.ts";

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

test("a stream that fails is logged, and one whose client leaves is not", async (context) => {
  const app = new Koa().on("error", () => undefined);
  const streams: Readable[] = [];
  const logged: string[] = [];
  app.use((ctx) => {
    const body = new Readable({ read() {} });
    body.push("begun");
    streams.push(body);
    send(ctx, { status: 200, headers: {}, body }, { warn: ({ err }: { err: Error }) => void logged.push(err.message) });
  });
  const server = app.listen(0, "127.0.0.1");
  context.after(() => server.close());
  await once(server, "listening");
  const closed = (stream: Readable) => stream.closed || new Promise((resolve) => stream.once("close", resolve));
  const open = async () => {
    const sent = get({ host: "127.0.0.1", port: (server.address() as AddressInfo).port, agent: false });
    const [response] = await once(sent, "response");
    await once(
      response.on("error", () => undefined),
      "data",
    );
    return { sent: sent.on("error", () => undefined), response };
  };
  const left = await open();
  left.sent.destroy();
  await closed(streams[0] as Readable);
  const broken = await open();
  streams[1]?.destroy(new Error("lost"));
  await closed(broken.response);
  assert.deepEqual(logged, ["lost"]);
});
