import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { directClient } from "../client/contract-client.ts";
import { exchange } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { sharedServer } from "../support/own-server.ts";

const DOCUMENTS = ["/openapi.json", "/openapi.yaml", "/complete.json", "/complete.yaml"];
const PAGES = ["/", "/docs", "/player", ...DOCUMENTS];

const get = (path: string, headers: Record<string, string> = {}, base = target.direct) =>
  exchange(base, { method: "GET", path, headers });

describe("pages and documents", needs("state"), () => {
  for (const path of PAGES) {
    test(`${path} is sent once to a client that keeps it, in each encoding`, async () => {
      const [plain, packed] = [await get(path), await get(path, { "accept-encoding": "gzip" })];
      assert.equal(packed.headers["content-encoding"], "gzip");
      assert.ok(gunzipSync(packed.bytes).equals(plain.bytes));
      assert.notEqual(packed.headers.etag, plain.headers.etag);
      for (const { headers, bytes } of [plain, packed]) {
        const { etag = "", "content-encoding": encoding = "identity" } = headers;
        assert.match(etag, /^"[\w-]+"$/);
        assert.equal(headers["content-length"], String(bytes.byteLength));
        const known = { "accept-encoding": encoding, "if-none-match": `W/"old", ${etag}` };
        const again = await get(path, known);
        assert.deepEqual([again.status, again.bytes.byteLength], [304, 0]);
        for (const name of ["etag", "vary", "cache-control"] as const) {
          assert.ok(headers[name], `${name} is missing`);
          assert.equal(again.headers[name], headers[name], name);
        }
        assert.equal((await get(path, { ...known, "if-none-match": '"old"' })).status, 200);
      }
    });
  }

  test("the first one leads to the others", async () => {
    const text = (await get("/")).bytes.toString();
    const links = [...text.matchAll(/<a href="([a-z][\w.]*)"/g)].map(([, path]) => `/${path}`);
    assert.deepEqual(links, ["/docs", "/openapi.yaml", "/openapi.json"]);
  });

  test("recordings are where the pages before the console were", async () => {
    const { status, headers } = await get("/replay/7");
    assert.deepEqual([status, headers.location], [302, "../#/projects/7/recordings"]);
    assert.equal((await get("/replay")).headers.location, "./");
  });

  test("the files of the first one stay the same under their names, and have licenses", async () => {
    const text = (await get("/")).bytes.toString();
    const files = [...text.matchAll(/(?:src|href)="(console\/[\w.-]+)"/g)].map(([, path]) => `/${path}`);
    assert.equal(files.length, 2);
    for (const path of files) {
      const { status, headers } = await get(path);
      assert.deepEqual([status, headers["cache-control"]], [200, "public, max-age=31536000, immutable"]);
    }
    assert.match((await get("/console/notices.txt")).bytes.toString(), /preact.*MIT/s);
    for (const path of ["/console/console.json", "/console/none.js", "/console/..%2fdocs-page.js"])
      assert.equal((await get(path)).status, 404);
  });

  test("the first one runs no script but its own, and is in no frame", async () => {
    const policy = String((await get("/")).headers["content-security-policy"]).split("; ");
    for (const directive of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      assert.ok(policy.includes(directive), directive);
  });
});

const withoutConsole = sharedServer("hidden", "withoutConsole");

test("CONSOLE=off removes the console and its player", needs("settings"), async () => {
  const { direct } = withoutConsole().server;
  for (const path of ["/", "/player", "/replay", "/replay/1"]) assert.equal((await get(path, {}, direct)).status, 404);
  assert.equal((await get("/docs", {}, direct)).status, 200);
});

test("a script is sent once to a client that keeps it", needs("commands"), async () => {
  const direct = directClient();
  for (const encoding of ["identity", "gzip"]) {
    const accepts = { "accept-encoding": encoding };
    const { headers } = await direct.request("client_script", { path: { file: "array.js" }, headers: accepts });
    const known = { ...accepts, "if-none-match": String(headers.etag) };
    const again = await direct.request("client_script", { path: { file: "array.js" }, headers: known });
    assert.deepEqual([again.status, again.headers.etag], [304, headers.etag]);
  }
});

const limited = sharedServer("pages", "limited");

describe("the rate limit of pages", needs("settings"), () => {
  for (const [index, path] of [...PAGES, "/static/array.js"].entries()) {
    test(`counts ${path}, also what the client keeps, for each address`, async () => {
      const { direct } = limited().server;
      const from = (address: string) => get(path, { "x-forwarded-for": address, "if-none-match": "*" }, direct);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 20 && statuses.at(-1) !== 429; attempt++) {
        const { status, headers } = await from(`10.0.0.${index}`);
        statuses.push(status);
        if (status === 429) assert.ok(Number(headers["retry-after"]) >= 1);
      }
      assert.deepEqual([statuses[0], statuses[1], statuses.at(-1)], [304, 304, 429]);
      assert.equal((await from(`10.0.1.${index}`)).status, 304);
    });
  }
});
