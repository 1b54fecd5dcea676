import assert from "node:assert/strict";
import { test } from "node:test";
import { isPartOfExport } from "./commands/flags-commands.ts";
import { readFlagFile, writeFlagFile } from "./flag-file.ts";

const read = (text: string) => readFlagFile(Buffer.from(text));
const refuses = (text: string | Uint8Array, message: RegExp) =>
  assert.throws(() => readFlagFile(typeof text === "string" ? Buffer.from(text) : text), { message });

test("JSON and YAML give the same result", () => {
  const expected = [{ key: "a", filters: { groups: [{ rollout_percentage: 12.5 }] } }];
  assert.deepEqual(read(JSON.stringify(expected)), expected);
  assert.deepEqual(read("- key: a\n  filters:\n    groups: [{rollout_percentage: 12.5}]\n"), expected);
  assert.deepEqual(read(`\uFEFF${JSON.stringify(expected)}`), expected);
});

test("unusual keys are kept as text", () => {
  const value = read('- {"__proto__": {a: 1}, "": 2, a.b: 3, 1: x, true: y}') as Record<string, unknown>[];
  assert.deepEqual(Object.keys(value[0] ?? {}).sort(), ["", "1", "__proto__", "a.b", "true"]);
});

test("an alias is replaced by its anchor, within a limit", () => {
  assert.deepEqual(read("- &a {key: x}\n- *a"), [{ key: "x" }, { key: "x" }]);
  const levels = Array.from({ length: 12 }, (_, i) => `- &l${i + 1} [${`*l${i},`.repeat(10)}]`);
  refuses(`- &l0 [x]\n${levels.join("\n")}`, /alias/);
});

test("values that JSON does not have are refused", () => {
  refuses("- .nan", /JSON does not have: NaN/);
  refuses("- .inf", /JSON does not have: Infinity/);
  refuses("- !!binary aGVsbG8=", /JSON does not have|tag/);
  refuses("- !custom x", /tag/);
  refuses("- &a [*a]", /nested|alias/i);
});

test("syntax errors are refused with their position", () => {
  refuses("- key: a\n  key: b", /unique at line 2, column 3/);
  refuses("[1, 2", /line 1, column/);
  refuses("a: 1\n---\nb: 1", /documents/);
  refuses(Uint8Array.of(0x5b, 0xff, 0x5d), /UTF-8/);
});

test("deep nesting is refused", () => {
  refuses(`${"[".repeat(100_000)}${"]".repeat(100_000)}`, /nested deeper than 500/);
  refuses(`a: ${"[".repeat(20_000)}${"]".repeat(20_000)}`, /./);
});

test("a file without flags is refused", () => {
  for (const text of ["", "just text", "12", "null", "true"]) refuses(text, /contains no flags/);
});

test("an export with a next page is partial", () => {
  assert.equal(isPartOfExport({ next: "https://example.com/?offset=100", results: [] }), true);
  for (const complete of [{ next: null, results: [] }, { results: [] }, [], [{ next: "x" }]]) {
    assert.equal(isPartOfExport(complete), false);
  }
});

test("files are bounded, those of YAML more narrowly", () => {
  const padded = (bytes: number, text: string) => Buffer.from(text.padEnd(bytes));
  assert.deepEqual(readFlagFile(padded(5e6, "[]")), []);
  refuses(padded(5e6, "- key: a"), /^It has more than 4 MB and is not valid JSON, which may have 32\.$/);
  refuses(padded(34e6, "[]"), /^It has more than 32 MB\.$/);
});

test("numbers that programs round become texts in conditions, and are refused in payloads", () => {
  const [json, yaml] = [
    '[{"properties":[{"key":"id","value":175928847299117063},{"key":"n","value":[9007199254740993,7]}]}]',
    "- properties: [{key: id, value: 175928847299117063}, {key: n, value: [9007199254740993, 7]}]",
  ];
  const properties = [
    { key: "id", value: "175928847299117063" },
    { key: "n", value: ["9007199254740993", 7] },
  ];
  for (const text of [json, yaml]) assert.deepEqual(read(text), [{ properties }]);
  assert.deepEqual(read(writeFlagFile([{ properties }])), [{ properties }]);
  refuses('[{"payloads":{"true":175928847299117063}}]', /0__payloads__true is a number that programs round/);
  refuses("- payloads: {'true': {id: 175928847299117063}}", /send it as a text/);
});
