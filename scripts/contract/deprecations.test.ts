import assert from "node:assert/strict";
import { test } from "node:test";
import type { BundledDocument } from "./bundled-document.ts";
import { announceDeprecations } from "./deprecations.ts";
import { operationRows } from "./operation-table.ts";

const mark = { deprecated: true, "x-deprecation": { since: "2026-11-01", sunset: "2027-05-01", use: "`/new`." } };

/** A document in which an operation, a parameter and a property may be deprecated. */
function documentWith({ operation = {}, parameter = {}, property = {} }: Record<string, object>) {
  return {
    paths: {
      "/old": {
        post: {
          operationId: "old",
          parameters: [{ $ref: "#/components/parameters/Depth" }],
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Old" } } } },
          responses: { "200": { $ref: "#/components/responses/Done" } },
          ...operation,
        },
        get: { operationId: "current", responses: { "200": { $ref: "#/components/responses/Done" } } },
      },
    },
    components: {
      parameters: { Depth: { in: "query", name: "depth", schema: { type: "string" }, ...parameter } },
      schemas: { Old: { type: "object", properties: { label: { type: "string", ...property } } } },
      responses: { Done: { description: "Done.", headers: { "X-Request-Id": { schema: { type: "string" } } } } },
    },
  };
}

test("whatever is deprecated is in the table, in a sentence, and in the headers of its operation only", () => {
  for (const [part, what] of [
    ["operation", "operation"],
    ["parameter", "parameter depth"],
    ["property", "property label"],
  ] as const) {
    const announced = announceDeprecations(JSON.stringify(documentWith({ [part]: mark })));
    const document = JSON.parse(announced);
    assert.deepEqual(operationRows(document as BundledDocument).old?.deprecations, [
      { what, ...mark["x-deprecation"] },
    ]);
    assert.match(announced, /Deprecated since 2026-11-01, and may be gone after 2027-05-01\. Use `\/new`\."/);
    const { post, get } = document.paths["/old"];
    assert.deepEqual(Object.keys(post.responses["200"].headers), ["X-Request-Id", "Deprecation", "Sunset"]);
    assert.deepEqual(get.responses["200"], { $ref: "#/components/responses/Done" });
  }
});

test("a document without deprecations stays as it is, and one is refused that does not say all", () => {
  const plain = JSON.stringify(documentWith({}));
  assert.equal(announceDeprecations(plain), plain);
  assert.equal(operationRows(JSON.parse(plain) as BundledDocument).old?.deprecations, undefined);
  const days = mark["x-deprecation"];
  for (const wrong of [
    undefined,
    { ...days, use: "" },
    { ...days, sunset: "2026-10-01" },
    { ...days, since: "soon" },
  ]) {
    const text = JSON.stringify(documentWith({ property: { deprecated: true, "x-deprecation": wrong } }));
    assert.throws(
      () => announceDeprecations(text),
      /components \/ schemas \/ Old \/ properties \/ label is deprecated/,
    );
  }
});
