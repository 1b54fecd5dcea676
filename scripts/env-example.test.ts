import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { SETTINGS } from "../src/settings/config.ts";
import { envExample } from "./env-example.ts";

test(".env.example lists every setting with its default and matches the output of `npm run generate`", async () => {
  const text = await readFile(new URL("../.env.example", import.meta.url), "utf8");
  for (const [name, { fallback }] of Object.entries(SETTINGS))
    assert.ok(text.includes(`\n#${name}=${fallback}\n`), name);
  assert.equal(text, envExample());
});
