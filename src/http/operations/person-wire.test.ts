import assert from "node:assert/strict";
import { test } from "node:test";
import { personToWire } from "./common-wire.ts";

const UUID = "0199d1c2-0000-7000-8000-00000000abcd";

function nameOf(properties: Record<string, unknown> | null, distinctIds: readonly string[] = ["ann"]): string {
  const map = properties as Parameters<typeof personToWire>[0]["properties"];
  const person = { uuid: UUID, projectId: "1", isIdentified: true, createdAt: 0, properties: map, distinctIds };
  return personToWire(person, "asked").name;
}

test("a person is named by the best property that is a text, else by a distinct id", () => {
  assert.equal(nameOf({ username: "u", name: "n", email: "e@x.example" }), "e@x.example");
  assert.equal(nameOf({ username: "u", name: "n", email: "" }), "n");
  assert.equal(nameOf({ username: "u", name: 5 }), "u");
  assert.equal(nameOf({ name: "" }), "ann");
  assert.equal(nameOf(null), "ann");
  assert.equal(nameOf(null, []), "asked");
  assert.equal(nameOf(null, [UUID, "18a3f0c1b2d-0a1b2c-7f6e5d-1fa400-18a3f0c1b2e", "bob"]), "bob", "no anonymous one");
  assert.equal(nameOf(null, [UUID]), UUID);
});
