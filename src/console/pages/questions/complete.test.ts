import assert from "node:assert/strict";
import { test } from "node:test";
import { bindTexts, defaultTexts, type Variable } from "./complete.ts";

const variables: readonly Variable[] = [
  { name: "since", type: "Date", default: "2026-03-01" },
  { name: "least", type: "Number" },
  { name: "plans", type: "List", default: ["pro", "free"] },
  { name: "known", type: "Boolean", default: true },
];

test("variables have their types, and nothing is asked without a value", () => {
  const question = { kind: "HogQLQuery" as const, query: "SELECT {variables.least}", values: { other: 1 } };
  const texts = defaultTexts(variables);
  assert.deepEqual(texts, { since: "2026-03-01", least: "", plans: "pro, free", known: "true" });
  assert.equal(bindTexts(question, variables, texts), null);
  assert.equal(bindTexts(question, variables, { ...texts, least: "many" }), null);
  assert.deepEqual(bindTexts(question, variables, { ...texts, least: "0.5", plans: "" }), {
    ...question,
    values: { other: 1, since: "2026-03-01", least: 0.5, plans: [], known: true },
  });
});
