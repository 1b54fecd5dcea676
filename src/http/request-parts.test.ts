import assert from "node:assert/strict";
import { request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import Koa, { type Context } from "koa";
import { Problem } from "../problem.ts";
import { Contract } from "./contract/contract.ts";
import { bearerOf, knownQuery, urlOf } from "./request-parts.ts";

const contract = await Contract.load();

/** What a part of a real request reads as. */
async function partOf<T>(
  context: TestContext,
  read: (ctx: Context) => T,
  { path = "/", headers = {}, proxy = false }: { path?: string; headers?: Record<string, string>; proxy?: boolean },
): Promise<T> {
  const app = new Koa({ proxy });
  const parts: T[] = [];
  app.use((ctx) => {
    parts.push(read(ctx));
    ctx.status = 204;
  });
  const server = app.listen(0, "127.0.0.1");
  context.after(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve, reject) => {
    const sent = ask({ host: "127.0.0.1", port, path, headers, agent: false }, (answer) =>
      answer.resume().on("end", resolve),
    );
    sent.on("error", reject).end();
  });
  return parts[0] as T;
}

const tokens: [header: string | undefined, token: string | undefined][] = [
  [undefined, undefined],
  ["Bearer phx_1", "phx_1"],
  ["bearer   phx_1  ", "phx_1"],
  ["Bearer", undefined],
  ["Bearer ", undefined],
  ["Bearer two words", undefined],
  ["Basic cGh4", undefined],
  ["phx_1", undefined],
  [`Bearer ${" ".repeat(8000)}x y`, undefined],
];
for (const [header, token] of tokens) {
  test(`the token of Authorization: ${header?.slice(0, 30)}`, async (context) => {
    const headers: Record<string, string> = header === undefined ? {} : { Authorization: header };
    assert.equal(await partOf(context, bearerOf, { headers }), token);
  });
}

const operationOf = (id: string) => contract.operations.find((one) => one.id === id) ?? assert.fail(id);

/** The known query of an operation, or the field to blame. */
const queryOf = (id: string) => (ctx: Context) => {
  try {
    return knownQuery(operationOf(id), ctx);
  } catch (error) {
    if (error instanceof Problem) return `${error.code} ${error.attr}`;
    throw error;
  }
};

const list = "session_recordings_list";
const properties = "session_recordings_properties_retrieve";
const queries: [id: string, query: string, expected: unknown][] = [
  [list, "", {}],
  [list, "?", {}],
  [list, "?limit=10&offset=-5", { limit: "10", offset: "-5" }],
  [list, "?limit=10&unknown=x&__proto__=y", { limit: "10" }],
  [list, "?limit=1&limit=2", { limit: ["1", "2"] }],
  [list, "?limit=0x10", "invalid_input limit"],
  [list, "?limit=1e1", "invalid_input limit"],
  [list, "?limit=", "invalid_input limit"],
  [list, "?limit=%201", "invalid_input limit"],
  [list, "?limit=%zz", "invalid_input limit"],
  [list, "?limit", "invalid_input limit"],
  [properties, "?session_ids=a,b&session_ids=c", { session_ids: ["a,b", "c"] }],
  [properties, "?session_ids=%5B%22a%22%5D", { session_ids: '["a"]' }],
  [properties, "?session_ids=a+b%20c%2B", { session_ids: "a b c+" }],
  ["health", "?x=1", {}],
];
for (const [id, query, expected] of queries) {
  test(`the known query of ${id}${query}`, async (context) => {
    assert.deepEqual(await partOf(context, queryOf(id), { path: `/${query}` }), expected);
  });
}

const FORWARDED = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "a.example" };
const addresses: [name: string, publicUrl: string, given: Parameters<typeof partOf>[2], expected: string][] = [
  [
    "as the client wrote it",
    "",
    { path: "/a%20b/?x=1", headers: { Host: "h.example:81" } },
    "http://h.example:81/a%20b/",
  ],
  ["from the setting", "https://p.example/base/", { path: "/a?x=1" }, "https://p.example/base/a"],
  ["not from a proxy that nobody trusts", "", { headers: { Host: "h.example", ...FORWARDED } }, "http://h.example/"],
  [
    "from a proxy that is trusted",
    "",
    { headers: { Host: "h.example", ...FORWARDED }, proxy: true },
    "https://a.example/",
  ],
  ["of a host that is none", "", { path: "/a", headers: { Host: "a b" } }, "http://localhost/a"],
];
for (const [name, publicUrl, given, expected] of addresses) {
  test(`the request's address: ${name}`, async (context) => {
    assert.equal(await partOf(context, (ctx) => urlOf(ctx, publicUrl), given), expected);
  });
}
