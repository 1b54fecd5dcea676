import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { decodeBody, exchange } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { clientDocument, document } from "../contract/contract-document.ts";

/** Fetches a document of the service that is not an operation. */
async function fetchDocument(path: string): Promise<{ text: string; type: string; policy: string }> {
  const response = await exchange(target.direct, { method: "GET", path });
  assert.equal(response.status, 200, path);
  assert.ok(response.headers["x-request-id"], `${path} has no X-Request-Id`);
  const { "content-type": type = "", "content-security-policy": policy } = response.headers;
  return { text: decodeBody(response), type, policy: String(policy ?? "") };
}

describe("the service publishes its contract", needs("state"), () => {
  const documents = { complete: document, openapi: clientDocument };
  for (const [name, expected] of Object.entries(documents)) {
    test(`as JSON and YAML that equal the generated document: ${name}`, async () => {
      const json = await fetchDocument(`/${name}.json`);
      assert.match(json.type, /^application\/(.*\+)?json/);
      assert.deepEqual(JSON.parse(json.text), expected);
      const yaml = await fetchDocument(`/${name}.yaml`);
      assert.match(yaml.type, /yaml/);
      assert.deepEqual(parse(yaml.text), expected);
    });
  }

  test("as a page that loads nothing from other hosts", async () => {
    const { text, type } = await fetchDocument("/docs");
    assert.match(type, /^text\/html/);
    await assertLoadsNothing(text, "/docs");
  });
});

test("the pages say that they depend on the accepted encoding", needs("state"), async () => {
  for (const path of ["/docs", "/player"]) {
    const { headers } = await exchange(target.direct, { method: "GET", path });
    assert.match(headers.vary ?? "", /Accept-Encoding/);
  }
});

test("the pages have no slash at the end", needs("state"), async () => {
  for (const path of ["/docs", "/player"]) {
    const { status, headers } = await exchange(target.direct, { method: "GET", path: `${path}/` });
    assert.deepEqual([status, headers.location], [302, path]);
  }
});

describe("the service shows recorded pages", needs("state"), () => {
  test("in a document that loads nothing, runs only its own script, and is framed by the console only", async () => {
    const { text, type, policy } = await fetchDocument("/player");
    assert.match(type, /^text\/html/);
    await assertLoadsNothing(text, "/player");
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code);
    assert.equal(scripts.length, 1);
    const hash = createHash("sha256")
      .update(scripts[0] ?? "")
      .digest("base64");
    const directives = policy.split("; ");
    for (const directive of [
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      "img-src data:",
      "frame-ancestors 'self'",
    ]) {
      assert.ok(directives.includes(directive), policy);
    }
    assert.doesNotMatch(policy, /connect-src/);
  });
});

async function assertLoadsNothing(text: string, path: string): Promise<void> {
  const markup = text.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, "$1");
  const tags = markup.match(/<(script|link|img|iframe)\b[^>]*>/gi) ?? [];
  const urls = tags.flatMap((tag) => tag.match(/(?<=\b(?:src|href)\s*=\s*["']?)[^"'\s>]+/gi) ?? []);
  for (const url of urls.filter((candidate) => !candidate.startsWith("data:"))) {
    const { origin, pathname, search } = new URL(url, `${target.direct}${path}`);
    assert.equal(origin, new URL(target.direct).origin, `${url} is on another host`);
    assert.ok((await fetchDocument(`${pathname}${search}`)).text.length > 0);
  }
  assert.doesNotMatch(markup, /@import|url\(\s*["']?(https?:)?\/\//i);
  assert.match(text, /<script\b/i, "the page has a script");
}
