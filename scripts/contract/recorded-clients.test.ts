import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brokenClients, readRecordedClients } from "./recorded-clients.ts";
import { root } from "./redocly.ts";

test("the present contract breaks no recorded library", async () => {
  const clients = readRecordedClients();
  const libraries = new Set(clients.map(({ name }) => name.split(" ")[0]));
  for (const library of ["posthog-js", "posthog-node", "posthog-python", "posthog-go"]) {
    assert.ok(libraries.has(library), library);
  }
  assert.deepEqual(await brokenClients(readFileSync(join(root, "generated/complete.json"), "utf8"), clients), []);
});
