import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { keyOfName, nameOfKey, PROBE_NAME } from "./s3-client.ts";

test("plain keys are unchanged", () => {
  const key = "session_recordings/project_id/1/session_id/a-B_9/data/1-2.5";
  assert.equal(nameOfKey(key), key);
});

test("characters with a meaning for servers, proxies or XML are escaped", () => {
  assert.equal(nameOfKey("/a//b/../.c/d.e"), "!002fa/!002fb/!002e./!002ec/d.e");
  assert.equal(nameOfKey("\0%!~\u00e4"), "!0000!0025!0021!007e!00e4");
});

test("every name decodes to its key, and is plain ASCII without empty or dotted segments", () => {
  fc.assert(
    fc.property(anyKey(), (key) => {
      const name = nameOfKey(key);
      assert.equal(keyOfName(name), key);
      assert.match(name, /^([A-Za-z0-9_!-][A-Za-z0-9_!=.-]*(\/|$))*$/);
    }),
  );
});

test("the name of a key's prefix is a prefix of the key's name", () => {
  fc.assert(fc.property(anyKey(), anyKey(), (a, b) => assert.ok(nameOfKey(a + b).startsWith(nameOfKey(a)))));
});

test("foreign objects have no key", () => {
  for (const name of [PROBE_NAME, "a b", "a//b", "!0041", "../a", "!00", "\u00e4"])
    assert.equal(keyOfName(name), null, name);
});

function anyKey() {
  const unit = fc.constantFrom("/", ".", "!", "a", "0", "-", "%", " ", "\u00e4", "\ud83d", "\ude00", "\0");
  return fc.oneof(fc.string({ unit, maxLength: 12 }), fc.string());
}
