import assert from "node:assert/strict";
import { test } from "node:test";
import { putFlags } from "../../../test/conformance/put-flags.ts";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { flagToJson } from "../define/flag-definition.ts";
import { parseFlags } from "../define/parse-flags.ts";
import { listFlags, MAX_PAGE_CHARACTERS } from "./read-flags.ts";

/** Returns a stored flag whose texts look like the fields of one. */
function awkwardDefinition(key: string, payload: string): string {
  const [flag] = parseFlags({
    key,
    name: `,"filters":{"groups":[]},"Ж}`,
    tags: ['","filters":', "filters"],
    is_remote_configuration: true,
    filters: { groups: [{}], payloads: { true: { filters: payload } } },
  }).flags;
  return JSON.stringify(flagToJson(flag ?? assert.fail()));
}

test("a page of large flags ends early, and the next one begins behind it", async (context) => {
  const { store } = await openTestStore(context);
  const sizes = { a: MAX_PAGE_CHARACTERS, b: 10, c: MAX_PAGE_CHARACTERS / 2, d: MAX_PAGE_CHARACTERS / 4, e: 10 };
  for (const [key, size] of Object.entries(sizes)) {
    const definition = awkwardDefinition(key, "x".repeat(size));
    await putFlags(store.flags, "1", [{ key, definition, updatedAt: 1 }]);
  }
  const page = async (offset: number, limit = 1000) => {
    const { count, items } = await listFlags("1", { limit, offset }, store);
    assert.equal(count, 5);
    return items.map(({ key }) => key).join("");
  };
  assert.equal(await page(0), "edcb");
  assert.equal(await page(4), "a", "a page has at least one");
  assert.equal(await page(5), "");
  assert.equal(await page(0, 2), "ed");
});

test("a flag is listed as it is stored, and found by a part of its name", async (context) => {
  const { store } = await openTestStore(context);
  const definition = awkwardDefinition("odd", "x");
  await putFlags(store.flags, "1", [{ key: "odd", definition, updatedAt: 1 }]);
  const { items } = await listFlags("1", { search: '"ж', limit: 10, offset: 0 }, store);
  const { filters, ...fields } = items[0]?.definition ?? assert.fail();
  const expected = JSON.parse(definition);
  assert.deepEqual(JSON.parse(filters), expected.filters);
  assert.deepEqual([fields.name, fields.tags], [expected.name, expected.tags]);
  assert.deepEqual((await listFlags("1", { search: "payloads", limit: 10, offset: 0 }, store)).items, []);
});
