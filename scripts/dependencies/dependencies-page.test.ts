import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../contract/redocly.ts";
import { DEPENDENCIES_PAGE, dependenciesPage } from "./dependencies-page.ts";

test("the page has every dependency with its reason, and matches the output of `npm run generate`", async () => {
  assert.equal(await readFile(join(root, DEPENDENCIES_PAGE), "utf8"), await dependenciesPage());
});
