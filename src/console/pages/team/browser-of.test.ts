import assert from "node:assert/strict";
import { test } from "node:test";
import { browserOf } from "./browser-of.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

test("a browser is called as people call it", () => {
  assert.equal(browserOf(CHROME), "Chrome on Linux");
  assert.equal(browserOf(`${CHROME} Edg/140.0`), "Edge on Linux");
  assert.equal(
    browserOf("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604"),
    "Safari on iOS",
  );
  assert.equal(browserOf("curl/8.5.0"), "curl/8.5.0");
  assert.equal(browserOf(""), "Unknown browser");
});
