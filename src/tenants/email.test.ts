import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmailAddress, isSameEmailAddress } from "./email.ts";

test("plain addresses are valid", () => {
  for (const text of ["ada@example.com", "Ada.Lovelace+x@mail.example.co.uk", "o'neil@example.com", "a@b.cd"]) {
    assert.ok(isEmailAddress(text), text);
  }
});

test("names, lists, spaces, control characters and incomplete addresses are invalid", () => {
  const texts = [
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@localhost",
    "Ada <ada@example.com>",
    "a@b.cd,c@d.ef",
    " a@b.cd",
  ];
  texts.push("a@b.cd\r\nBcc: c@d.ef", "a@b.cd\n", "a\u0000@b.cd", '"a b"@c.de', "a..b@c.de", `${"a".repeat(250)}@b.cd`);
  for (const text of texts) assert.ok(!isEmailAddress(text), JSON.stringify(text));
});

test("validation of a hostile address takes linear time", () => {
  const started = process.cpuUsage().user;
  assert.ok(!isEmailAddress(`${"a.".repeat(500_000)}@`));
  assert.ok(!isEmailAddress(`a@${"a-".repeat(120)}`));
  assert.ok(process.cpuUsage().user - started < 1_000_000);
});

test("addresses that differ in case are the same", () => {
  assert.ok(isSameEmailAddress("Ada@Example.com", "ada@example.COM"));
  assert.ok(!isSameEmailAddress("ada@example.com", "ida@example.com"));
});
