import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { type FormatOptions, printAnswer } from "./print-body.ts";

const ANSWER = {
  results: [
    ["bought", 12, 'a "b",\nc', null],
    ["seen", 3.5, "", { plan: "pro" }],
  ],
  columns: ["event", "n", "note", "extra"],
  types: [
    ["event", "VARCHAR"],
    ["n", "DECIMAL(18,3)"],
    ["note", "VARCHAR"],
    ["extra", "JSON"],
  ],
  hasMore: false,
  timezone: "UTC",
  is_cached: false,
  last_refresh: "2026-01-01T00:00:00.000Z",
  cache_key: "key",
} satisfies QueryResponse;

async function print(options: FormatOptions, changes: Partial<QueryResponse> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  await printAnswer({ ...ANSWER, ...changes }, options, {
    out: (text) => void out.push(text),
    write: async (text) => out.push(text) > 0,
    err: (text) => void err.push(text),
  });
  return { out: out.join(""), err: err.join("") };
}

test("a table aligns numbers to the right and shows the beginning of long values", async () => {
  assert.deepEqual(await print({}), {
    out: 'event     n  note      extra\nbought   12  a "b",?c  NULL\nseen    3.5            {"plan":"pro"}\n',
    err: "",
  });
  const long = await print({}, { results: [["x".repeat(101), 1, "", ""]], hasMore: true });
  assert.match(long.out, /\nx{100}… {2}1\n$/);
  assert.equal(long.err, "There are more than these 1 rows.\n");
});

test("CSV quotes what needs it, and tells null from an empty text", async () => {
  const { out } = await print({ csv: true });
  assert.equal(out, 'event,n,note,extra\nbought,12,"a ""b"",\nc",\nseen,3.5,"","{""plan"":""pro""}"\n');
});

test("JSON is the whole answer", async () => {
  assert.deepEqual(JSON.parse((await print({ json: true }, { hasMore: true })).out), { ...ANSWER, hasMore: true });
});
