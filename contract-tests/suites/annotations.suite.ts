import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";

type Annotation = Body<"annotations_create", 201>;

const client = new Client();
const mark = randomUUID();
const created: Annotation[] = [];

after(async () => {
  if (target.kind === "prism") return;
  for (const { id } of created) await client.request("annotations_destroy", { path: { id: String(id) } });
});

const pathOf = ({ id }: { readonly id: number }) => ({ path: { id: String(id) } });

async function note(fields: object = {}): Promise<Annotation> {
  const annotation = await client.expectStatus("annotations_create", 201, { json: { content: mark, ...fields } });
  created.push(annotation);
  return annotation;
}

describe("annotations", needs("state"), () => {
  test("are returned as they were sent, and changed field by field", async () => {
    const before = Date.now();
    const annotation = await note();
    const { id, date_marker, created_at, updated_at, created_by, updated_by, ...rest } = annotation;
    assert.ok(Number.isInteger(id) && Math.abs(Date.parse(date_marker) - before) < 60_000, "its time is now");
    assert.deepEqual(created_by, updated_by);
    assert.ok(created_by !== null && created_at === updated_at);
    const unsupported = { scope: "project", dashboard_item: null, dashboard_id: null };
    assert.deepEqual(rest, { content: mark, creation_type: "USR", ...unsupported, deleted: false, version: 1 });
    assert.deepEqual(await client.expectStatus("annotations_retrieve", 200, pathOf(annotation)), annotation);

    const json = { date_marker: "2026-03-10T09:30:00+01:00", creation_type: "GIT", version: 1 };
    const changed = await client.expectStatus("annotations_partial_update", 200, { ...pathOf(annotation), json });
    const expected = { ...annotation, ...json, date_marker: "2026-03-10T08:30:00.000Z", version: 2 };
    assert.deepEqual({ ...changed, updated_at }, expected);
    const stale = { ...pathOf(annotation), json };
    await client.expectError("annotations_partial_update", [409, "conflict", "version"], stale);

    await client.expectStatus("annotations_destroy", 204, pathOf(annotation));
    for (const gone of [annotation, { id: Number.MAX_SAFE_INTEGER }, { id: 0 }]) {
      await client.expectError("annotations_retrieve", [404, "not_found", null], pathOf(gone));
      await client.expectError("annotations_destroy", [404, "not_found", null], pathOf(gone));
      const change = { ...pathOf(gone), json: { deleted: false } };
      await client.expectError("annotations_partial_update", [404, "not_found", null], change);
    }
  });

  test("are listed by their times, and found by their content", async () => {
    const days = [11, 13, 12];
    const noted: Annotation[] = [];
    for (const day of days)
      noted.push(await note({ content: `${mark} on ${day}`, date_marker: `2026-03-${day}T08:00:00Z` }));
    const [first, last, middle] = noted;
    const query = { search: `${mark} ON`.toUpperCase(), limit: 2 };
    const page = await client.expectStatus("annotations_list", 200, { query });
    const listed = await fetchAllPages(page as ListPage<Annotation>, target.tenant.personalApiKey);
    assert.deepEqual([listed, page.count], [[last, middle, first], 3]);
    const between = { search: mark, date_from: "2026-03-11T08:00:00Z", date_to: "2026-03-13" };
    const within = await client.expectStatus("annotations_list", 200, { query: between });
    assert.deepEqual(within.results, [middle, first]);
    await client.expectError("annotations_list", [400, "invalid_input", "date_to"], { query: { date_to: "March" } });
    const all = await client.expectStatus("annotations_list", 200, { query: { limit: 1000 } });
    const ids = all.results.map(({ id }) => id).filter((id) => noted.some((one) => one.id === id));
    assert.deepEqual(ids, [last?.id, middle?.id, first?.id]);
    for (const limit of [0, 1001]) {
      await client.expectError("annotations_list", [400, "invalid_input", "limit"], { query: { limit } });
    }
  });

  test("are hidden while they are deleted", async () => {
    const annotation = await note({ content: `${mark} hidden` });
    const change = (json: object) =>
      client.expectStatus("annotations_partial_update", 200, { ...pathOf(annotation), json });
    const count = async () => {
      const { results } = await client.expectStatus("annotations_list", 200, { query: { limit: 1000 } });
      const found = await client.expectStatus("annotations_list", 200, { query: { search: annotation.content } });
      return [results.filter(({ id }) => id === annotation.id).length, found.count];
    };
    assert.deepEqual(await count(), [1, 1]);
    assert.equal((await change({ deleted: true })).deleted, true);
    assert.deepEqual(await count(), [0, 0]);
    await client.expectError("annotations_retrieve", [404, "not_found", null], pathOf(annotation));
    assert.equal((await change({ deleted: false })).deleted, false);
    assert.deepEqual(await count(), [1, 1]);
  });

  test("are refused with the name of what is not supported", async () => {
    const refusals: readonly [code: string, attr: string, json: object][] = [
      ["required", "content", { content: undefined }],
      ["max_length", "content", { content: "x".repeat(8193) }],
      ["invalid_input", "scope", { scope: "organization" }],
      ["invalid_input", "dashboard_item", { dashboard_item: 1 }],
      ["invalid_input", "dashboard_id", { dashboard_id: 1 }],
      ["invalid_input", "creation_type", { creation_type: "BOT" }],
      ["invalid_input", "date_marker", { date_marker: "yesterday" }],
      ["invalid_input", "date_marker", { date_marker: "2026-06-30T23:59:60Z" }],
      ["invalid_input", "emoji", { emoji: "x" }],
    ];
    for (const [code, attr, fields] of refusals) {
      await client.expectError("annotations_create", [400, code, attr], { json: { content: mark, ...fields } });
    }
    const whole = await note({ content: "x".repeat(8192), scope: "project", dashboard_item: null, dashboard_id: null });
    const options = { ...pathOf(whole), json: { scope: "organization" } };
    await client.expectError("annotations_partial_update", [400, "invalid_input", "scope"], options);
  });
});
