import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { parse } from "yaml";
import { readConfig, SETTINGS } from "../src/settings/config.ts";
import { envExample } from "./env-example.ts";

test(".env.example lists every setting with its default and matches the output of `npm run generate`", async () => {
  const text = await readFile(new URL("../.env.example", import.meta.url), "utf8");
  for (const [name, { fallback }] of Object.entries(SETTINGS))
    assert.ok(text.includes(`\n#${name}=${fallback}\n`), name);
  assert.equal(text, envExample());
});

test("the files for containers use settings that there are, and values that they can have", async () => {
  for (const [path, service] of [
    ["../compose.yaml", "sightline"],
    ["../deploy/compose.nodes.yaml", "node-1"],
  ] as const) {
    const text = await readFile(new URL(path, import.meta.url), "utf8");
    const variables = text.replaceAll(/\$\{\w+(?::-([^}]*))?[^}]*\}/g, (_all, fallback = "example.com") => fallback);
    const { environment } = parse(variables, { merge: true }).services[service];
    const names = Object.keys(environment).filter((name) => !name.startsWith("AWS_"));
    assert.deepEqual(
      names.filter((name) => !(name in SETTINGS)),
      [],
    );
    readConfig(Object.fromEntries(names.map((name) => [name, String(environment[name])])));
  }
});
