import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { exchange, textOf } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { document } from "../contract/document.ts";

/** A page of the service that no operation describes. */
async function page(path: string): Promise<{ text: string; type: string }> {
  const answer = await exchange(target.direct, { method: "GET", path });
  assert.equal(answer.status, 200, path);
  assert.ok(answer.headers["x-request-id"], `${path} has no X-Request-Id`);
  return { text: textOf(answer), type: answer.headers["content-type"] ?? "" };
}

describe("the service publishes its contract", needs("state"), () => {
  test("as JSON, equal to the generated document", async () => {
    const { text, type } = await page("/openapi.json");
    assert.match(type, /^application\/(.*\+)?json/);
    assert.deepEqual(JSON.parse(text), document);
  });

  test("as YAML, equal to it too", async () => {
    const { text, type } = await page("/openapi.yaml");
    assert.match(type, /yaml/);
    assert.deepEqual(parse(text), document);
  });

  test("as a page that loads nothing from elsewhere", async () => {
    const { text, type } = await page("/docs");
    assert.match(type, /^text\/html/);
    const markup = text.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, "$1");
    const tags = markup.match(/<(script|link|img|iframe)\b[^>]*>/gi) ?? [];
    const addresses = tags.flatMap((tag) => tag.match(/(?<=\b(?:src|href)\s*=\s*["']?)[^"'\s>]+/gi) ?? []);
    for (const address of addresses.filter((one) => !one.startsWith("data:"))) {
      const { origin, pathname, search } = new URL(address, `${target.direct}/docs`);
      assert.equal(origin, new URL(target.direct).origin, `${address} is elsewhere`);
      assert.ok((await page(`${pathname}${search}`)).text.length > 0);
    }
    assert.doesNotMatch(markup, /@import|url\(\s*["']?(https?:)?\/\//i);
    assert.match(text, /<script\b/i, "the page has something that shows the document");
  });
});
