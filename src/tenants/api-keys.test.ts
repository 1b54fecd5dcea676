import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { newPersonalKey, newProjectKey } from "./api-keys.ts";
import { computeKeyLookup, isPersonalKey } from "./keyring.ts";

const now = 1_700_000_000_000;

test("keys have the prefix of their kind and 43 random characters", () => {
  assert.match(newProjectKey("1", { label: "", now }).secret, /^phc_[A-Za-z0-9]{43}$/);
  assert.match(newPersonalKey(1, { label: "", readOnly: false, now }).secret, /^phx_[A-Za-z0-9]{43}$/);
});

test("keys are unique and use the whole alphabet", () => {
  const secrets = Array.from({ length: 500 }, () => newProjectKey("1", { label: "", now }).secret);
  assert.equal(new Set(secrets).size, 500);
  assert.equal(new Set(secrets.map((secret) => secret.slice(4)).join("")).size, 62);
});

test("a project key is stored as it is, a personal key as its SHA-256", () => {
  const project = newProjectKey("7", { label: "web", now });
  assert.equal(project.key.lookup, project.secret);
  assert.equal(computeKeyLookup(project.secret), project.secret);
  const personal = newPersonalKey(3, { label: "ci", readOnly: true, now });
  assert.equal(personal.key.lookup, createHash("sha256").update(personal.secret).digest("hex"));
  assert.equal(computeKeyLookup(personal.secret), personal.key.lookup);
});

test("a stored personal key shows at most eight random characters", () => {
  const { key, secret } = newPersonalKey(3, { label: "ci", readOnly: true, now });
  assert.equal(key.hint, `${secret.slice(0, 8)}…${secret.slice(-4)}`);
  assert.ok(!JSON.stringify(key).includes(secret.slice(8, -4)));
  assert.match(key.id, /^[2-9a-z]{4}-[2-9a-z]{4}$/);
});

test("a text that cannot be a key, such as a stored hash, has no lookup", () => {
  const { key } = newPersonalKey(3, { label: "ci", readOnly: true, now });
  const texts = ["", "phc_", "token", key.lookup, `phc_${"a".repeat(1_000_000)}`, "phc_a\u0000b", "phc_a b", " phc_ab"];
  for (const text of texts) assert.equal(computeKeyLookup(text), null);
});

test("a personal key is recognized by its prefix", () => {
  assert.ok(isPersonalKey("phx_anything"));
  assert.ok(!isPersonalKey("phc_phx_"));
});
