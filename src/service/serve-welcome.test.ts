import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { formatWelcome } from "./serve.ts";
import type { FirstSetup } from "./service.ts";

const setup = {
  ...{ organization: { id: "o" }, project: { id: "1" }, projectApiKey: "phc_1", signInToken: "sit_1" },
  owner: { user: { email: "ada@shop.example" }, personalApiKey: "phx_1" },
} as unknown as FirstSetup;
const lineWith = (text: string, part: string) => text.split("\n").find((line) => line.includes(part)) ?? "";

test("the first start prints commands with the settings that they need in another shell", () => {
  const text = formatWelcome(setup, 9000, { DATA_DIR: "/srv/my data", PUBLIC_URL: "https://a.example/s?x" });
  const settings = "DATA_DIR='/srv/my data' PORT=9000 PUBLIC_URL='https://a.example/s?x'";
  assert.ok(lineWith(text, "sign-in-link").startsWith(`  ${settings} `));
  assert.ok(lineWith(text, "keys create").includes(`More keys: ${settings} `));
  assert.equal(
    lineWith(text, "export DATA_DIR"),
    "  export DATA_DIR='/srv/my data' PORT=9000 URL=http://localhost:9000 PROJECT=1",
  );
});

test("the usual settings are left out", () => {
  const text = formatWelcome(setup, 8000, { DATA_DIR: "./data", PUBLIC_URL: "" });
  assert.doesNotMatch(lineWith(text, "sign-in-link"), /DATA_DIR|PORT|PUBLIC_URL/);
  assert.ok(lineWith(text, "export DATA_DIR").includes(`DATA_DIR=${resolve("data")} `));
});
