import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { ANNOTATIONS } from "../store/records/saved-kinds.ts";
import { annotations } from "./annotations.ts";

test("a project has at most 1,000 annotations, of which hidden ones count", async (t) => {
  const { store } = await openTestStore(t);
  const context = { projectId: "1", by: null, now: 1 };
  const { id, createdBy, updatedBy, ...rest } = await annotations.create(
    context,
    { content: "a", deleted: true },
    store,
  );
  const others = Array.from({ length: 999 }, (_, index) => ({
    ...rest,
    id: id + 1 + index,
    createdBy: null,
    updatedBy: null,
  }));
  await store.transaction(async ({ records }) => {
    for (const other of others) await records.insert(ANNOTATIONS, other);
  });
  assert.equal((await annotations.list("1", { limit: 1, offset: 0 }, store)).count, 0);
  await assert.rejects(annotations.create(context, { content: "b" }, store), { code: "max_length" });
  await annotations.create({ ...context, projectId: "2" }, { content: "b" }, store);
  await annotations.destroy(context, `${id}`, store.records);
  await annotations.create(context, { content: "b" }, store);
});
