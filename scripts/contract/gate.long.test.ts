import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Comparison, compareContracts } from "./compare.ts";
import { BREAKING, type Edit, HARMLESS } from "./gate-edits.ts";

type Side = "before" | "after";
const done = { description: "Done." };

/** Returns the operation of an edit, whose path is its own, so that a reported line names the edit. */
function operation(edit: Edit, side: Side): object {
  const schema = edit[side];
  const content = { "application/json": { schema } };
  if (edit.where === "request") return { requestBody: { content }, responses: { "200": done } };
  if (edit.where === "response") return { responses: { "200": { ...done, content } } };
  if (edit.where === "operation") return { responses: { "200": done }, ...schema };
  return { parameters: [{ name: "value", in: "query", schema }], responses: { "200": done } };
}

/** Returns a document with an operation for each edit. */
function contract(edits: readonly Edit[], side: Side): string {
  const paths = edits.map((edit, row) => [
    `/row-${row}`,
    { post: { operationId: `row_${row}`, ...operation(edit, side) } },
  ]);
  const securitySchemes = {
    bearer: { type: "http", scheme: "bearer" },
    cookie: { type: "apiKey", in: "cookie", name: "c" },
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Edits", version: side === "before" ? "1.0.0" : "1.1.0" },
    paths: Object.fromEntries(paths),
    components: { securitySchemes },
  });
}

function linesOf({ breaking }: Comparison, row: number): string[] {
  return breaking.filter((line) => new RegExp(`/row-${row}[/)]`).test(line));
}

const title = ({ keyword, where, what }: Edit) => `${keyword} of ${where}: ${what}`;

describe("the gate finds breaking", () => {
  let found: Comparison;
  before(async () => {
    found = await compareContracts(contract(BREAKING, "before"), contract(BREAKING, "after"));
  });
  for (const [row, edit] of BREAKING.entries()) {
    it(title(edit), () => assert.notDeepEqual(linesOf(found, row), []));
  }
});

describe("the gate finds harmless", () => {
  let found: Comparison;
  before(async () => {
    found = await compareContracts(contract(HARMLESS, "before"), contract(HARMLESS, "after"));
  });
  for (const [row, edit] of HARMLESS.entries()) {
    it(title(edit), () => assert.deepEqual(linesOf(found, row), []));
  }
  it("but all of them together a feature", () => assert.equal(found.raise, "minor"));
});
