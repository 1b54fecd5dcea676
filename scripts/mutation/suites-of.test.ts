import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { suitesOf } from "./suites-of.ts";

test("each module of src/http has suites, which exist", () => {
  const suites = readdirSync("contract-tests/suites").map((name) => name.replace(/(\.long)?\.suite\.ts$/, ""));
  const wanted = new Set(
    readdirSync("src/http", { recursive: true, encoding: "utf8" }).flatMap((file) => suitesOf(`src/http/${file}`)),
  );
  assert.ok(wanted.size > 20);
  assert.deepEqual(
    [...wanted].filter((name) => !suites.includes(name)),
    [],
  );
});
