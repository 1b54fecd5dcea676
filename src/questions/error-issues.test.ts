import assert from "node:assert/strict";
import { test } from "node:test";
import type { Records } from "../store/ports/records.ts";
import { decideIssue } from "./error-issues.ts";

test("of the most issues that may be decided, each can be decided otherwise, and no other one", async () => {
  const kept: object[] = [];
  const records = {
    find: async (_: unknown, { id }: { readonly id: string }) => (id === "known" ? { id } : null),
    list: async () => ({ count: 10_000, items: [] }),
    put: async (_: unknown, record: object) => void kept.push(record),
  } as unknown as Records;
  const decide = (id: string) =>
    decideIssue("1", { id, last_seen: "2026-03-10T10:00:00Z" }, "suppressed", { store: { records }, now: () => 1 });
  assert.deepEqual(await decide("known"), { status: "suppressed", resolved_at: null });
  await assert.rejects(decide("new"), { code: "max_length" });
  assert.deepEqual(kept, [{ projectId: "1", id: "known", status: "suppressed", resolvedAt: null, createdAt: 1 }]);
});
