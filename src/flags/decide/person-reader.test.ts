import assert from "node:assert/strict";
import { test } from "node:test";
import type { Person } from "../../store/ports/persons.ts";
import { PersonReader } from "./flag-decider.ts";

function person(uuid: string, projectId: string): Person {
  return { uuid, projectId, properties: {}, isIdentified: true, createdAt: 0 };
}

/** Returns a reader of persons named by their distinct ids, and the reads that it makes. */
function openReader() {
  const reads: [projectId: string, distinctIds: readonly string[]][] = [];
  const find = async (projectId: string, distinctIds: readonly string[]) => {
    reads.push([projectId, distinctIds]);
    if (distinctIds.includes("broken")) throw new Error("unreadable");
    return new Map(distinctIds.filter((id) => id !== "nobody").map((id) => [id, person(`uuid of ${id}`, projectId)]));
  };
  return { reader: new PersonReader({ find }), reads };
}

test("requests that arrive together are read together, apart by project", async () => {
  const { reader, reads } = openReader();
  const found = await Promise.all([
    reader.find("1", ["ann", "bob"]),
    reader.find("1", ["ann"]),
    reader.find("2", ["ann", "nobody"]),
  ]);
  assert.deepEqual(reads, [
    ["1", ["ann", "bob"]],
    ["2", ["ann", "nobody"]],
  ]);
  assert.deepEqual(
    found.map((persons) => persons.get("ann")?.projectId),
    ["1", "1", "2"],
  );
  assert.equal(found[2]?.get("nobody"), undefined);
});

test("each request reads what is stored after it arrived", async () => {
  const { reader, reads } = openReader();
  const first = reader.find("1", ["ann"]);
  await first;
  await Promise.all([reader.find("1", ["ann"]), first]);
  assert.equal(reads.length, 2);
});

test("a read that fails concerns its own requests only", async () => {
  const { reader } = openReader();
  const failing = [reader.find("1", ["broken"]), reader.find("1", ["ann"])];
  const other = reader.find("2", ["ann"]);
  for (const result of await Promise.allSettled(failing)) assert.equal(result.status, "rejected");
  assert.ok((await other).has("ann"));
  assert.ok((await reader.find("1", ["ann"])).has("ann"));
});

test("a batch is bounded", async () => {
  const { reader, reads } = openReader();
  await Promise.all(Array.from({ length: 450 }, (_, index) => reader.find("1", [`person ${index}`])));
  assert.deepEqual(
    reads.map(([, distinctIds]) => distinctIds.length),
    [200, 200, 50],
  );
});
