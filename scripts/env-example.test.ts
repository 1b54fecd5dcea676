import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { SETTINGS } from "../src/config.ts";
import { envExample } from "./env-example.ts";

test(".env.example names every setting with its default, and is what `npm run generate` makes", async () => {
  const text = await readFile(new URL("../.env.example", import.meta.url), "utf8");
  for (const [name, { fallback }] of Object.entries(SETTINGS))
    assert.ok(text.includes(`\n#${name}=${fallback}\n`), name);
  assert.equal(text, envExample());
});
