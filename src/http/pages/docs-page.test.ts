import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, describe, it } from "node:test";
import { Script } from "node:vm";
import { readRedocBundle, renderDocsPage } from "./docs-page.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "A & B", description: "</script><!-- <script> </SCRIPT> $& é" },
  paths: {},
};

describe("the reference page", () => {
  let page: ReturnType<typeof renderDocsPage>;
  let scripts: string[];
  before(async () => {
    page = renderDocsPage(JSON.stringify(document), await readRedocBundle());
    scripts = [...page.content.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
  });

  it("has two scripts, and its policy allows only those", () => {
    assert.equal(scripts.length, 2);
    const hashes = scripts.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
    assert.match(page.headers["Content-Security-Policy"], /^default-src 'none'; script-src /);
    assert.ok(page.headers["Content-Security-Policy"].includes(`script-src ${hashes.join(" ")};`));
    assert.ok(page.content.includes(`content="${page.headers["Content-Security-Policy"]}"`));
  });

  it("escapes the scripts for their elements and keeps them valid", () => {
    for (const code of scripts) {
      assert.doesNotThrow(() => new Script(code));
      assert.doesNotMatch(code, /<!--|<\/?script/i);
    }
  });

  it("loads no external resources", () => {
    const elements = page.content.replace(/(<script[^>]*>).*?(<\/script>)/gs, "$1$2");
    assert.doesNotMatch(elements, /\ssrc=|@import|url\(/);
    assert.deepEqual(
      [...elements.matchAll(/\shref="([^"]*)"/g)].map(([, target]) => target),
      ["data:,", "openapi.yaml", "openapi.json"],
    );
    assert.doesNotMatch(page.content, /\/\/cdn\./);
  });

  it("offers the document as YAML and as JSON", () => {
    for (const [title, url] of [
      ["YAML", "openapi.yaml"],
      ["JSON", "openapi.json"],
    ]) {
      assert.ok(page.content.includes(JSON.stringify({ title, url })), title);
    }
  });

  it("contains the document verbatim, whatever its text", () => {
    const contract = /<script type="application\/json" id="contract">(.*?)<\/script>/s.exec(page.content)?.[1] ?? "";
    assert.deepEqual(JSON.parse(contract), document);
    assert.match(page.content, /<title>A &amp; B API reference<\/title>/);
  });

  it("contains the licenses of its scripts", () => {
    assert.match(scripts[0] ?? "", /^[^;]*ReDoc - OpenAPI.*React/s);
  });
});
