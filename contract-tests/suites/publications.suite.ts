import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { decodeBody, exchange } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { document } from "../contract/contract-document.ts";

/** A page of the service that no operation describes. */
async function fetchDocument(path: string): Promise<{ text: string; type: string; policy: string }> {
  const answer = await exchange(target.direct, { method: "GET", path });
  assert.equal(answer.status, 200, path);
  assert.ok(answer.headers["x-request-id"], `${path} has no X-Request-Id`);
  const { "content-type": type = "", "content-security-policy": policy } = answer.headers;
  return { text: decodeBody(answer), type, policy: String(policy ?? "") };
}

describe("the service publishes its contract", needs("state"), () => {
  test("as JSON, equal to the generated document", async () => {
    const { text, type } = await fetchDocument("/openapi.json");
    assert.match(type, /^application\/(.*\+)?json/);
    assert.deepEqual(JSON.parse(text), document);
  });

  test("as YAML, equal to it too", async () => {
    const { text, type } = await fetchDocument("/openapi.yaml");
    assert.match(type, /yaml/);
    assert.deepEqual(parse(text), document);
  });

  test("as a page that loads nothing from elsewhere", async () => {
    const { text, type } = await fetchDocument("/docs");
    assert.match(type, /^text\/html/);
    await assertLoadsNothing(text, "/docs");
  });
});

describe("the service shows recordings", needs("state"), () => {
  test("on a page that loads nothing, and runs its own script alone", async () => {
    const { text, type, policy } = await fetchDocument("/replay/1");
    assert.match(type, /^text\/html/);
    await assertLoadsNothing(text, "/replay/1");
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code);
    assert.equal(scripts.length, 1);
    const hash = createHash("sha256")
      .update(scripts[0] ?? "")
      .digest("base64");
    const directives = policy.split("; ");
    for (const wanted of ["default-src 'none'", `script-src 'sha256-${hash}'`, "connect-src 'self'", "img-src data:"]) {
      assert.ok(directives.includes(wanted), policy);
    }
  });
});

async function assertLoadsNothing(text: string, path: string): Promise<void> {
  const markup = text.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, "$1");
  const tags = markup.match(/<(script|link|img|iframe)\b[^>]*>/gi) ?? [];
  const addresses = tags.flatMap((tag) => tag.match(/(?<=\b(?:src|href)\s*=\s*["']?)[^"'\s>]+/gi) ?? []);
  for (const address of addresses.filter((one) => !one.startsWith("data:"))) {
    const { origin, pathname, search } = new URL(address, `${target.direct}${path}`);
    assert.equal(origin, new URL(target.direct).origin, `${address} is elsewhere`);
    assert.ok((await fetchDocument(`${pathname}${search}`)).text.length > 0);
  }
  assert.doesNotMatch(markup, /@import|url\(\s*["']?(https?:)?\/\//i);
  assert.match(text, /<script\b/i, "the page has something that shows what it is for");
}
