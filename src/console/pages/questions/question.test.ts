import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { complete, whatToSend } from "./complete.ts";
import { KINDS, type Kind, newQuestion, parseQuestion, type Schemas, savedQuestion } from "./question.ts";
import { READY_MADE } from "./ready-made.ts";

describe("a question in a link", () => {
  test("is read as it was written", () => {
    const questions = [
      ...Object.keys(KINDS).map((kind) => newQuestion(kind as Kind)),
      ...READY_MADE.map((one) => one.question),
    ];
    for (const question of questions) assert.deepEqual(parseQuestion(JSON.stringify(question)), question);
  });

  test("is nothing if a form cannot show it", () => {
    const wrong = [
      null,
      "",
      "{",
      "[]",
      '{"kind": "constructor"}',
      '{"kind": "TrendsQuery"}',
      '{"kind": "TrendsQuery", "series": {}}',
      '{"kind": "TrendsQuery", "series": [null]}',
      '{"kind": "TrendsQuery", "series": [], "dateRange": null}',
      '{"kind": "FunnelsQuery", "series": [{}], "properties": [1]}',
      '{"kind": "HogQLQuery", "query": ["SELECT 1"]}',
    ];
    assert.deepEqual(
      wrong.map((text) => parseQuestion(text)),
      wrong.map(() => null),
    );
  });
});

test("a saved question is shown without its frame, and without members that are null", () => {
  const source = { kind: "TrendsQuery", series: [{ event: "a", math: null }], interval: null, dateRange: null };
  const framed = { kind: "InsightVizNode", source } as unknown as Schemas["Query"];
  assert.deepEqual(savedQuestion(framed), { kind: "TrendsQuery", series: [{ event: "a" }] });
  const sql: Schemas["Query"] = { kind: "HogQLQuery", query: "SELECT {n}", values: { n: null } };
  assert.deepEqual(savedQuestion(sql), sql);
});

describe("what is asked", () => {
  test("leaves out what is still to be chosen", () => {
    const draft = {
      kind: "TrendsQuery" as const,
      series: [{ event: "a", properties: [{ key: "plan", value: "" }] }, { event: "" }],
      properties: [{ key: "" }, { key: "plan", operator: "is_set" as const }, { key: "plan" }],
      breakdownFilter: { breakdown: "" },
    };
    assert.deepEqual(complete(draft), {
      question: {
        kind: "TrendsQuery",
        series: [{ event: "a" }],
        properties: [{ key: "plan", operator: "is_set" }],
      },
    });
  });

  test("waits for what cannot be left out", () => {
    const isMissing = (question: Parameters<typeof complete>[0]) => "missing" in complete(question);
    assert.ok(isMissing(newQuestion("FunnelsQuery")), "the second step");
    assert.ok(isMissing({ kind: "TrendsQuery", series: [{ event: null, math: "sum" }] }), "the property of the sum");
    assert.ok(isMissing({ kind: "HogQLQuery", query: " \n" }));
    assert.ok(!isMissing({ kind: "TrendsQuery", series: [{ event: null, math: "sum", math_property: "price" }] }));
  });
});

test("an empty answer says what to send", () => {
  const hints = Object.fromEntries(READY_MADE.map(({ name, question }) => [name, whatToSend(question)]));
  assert.match(hints["Web vitals"] ?? "", /web_vitals: true/);
  assert.match(hints["Errors by message"] ?? "", /captureException/);
  assert.match(hints["Top pages"] ?? "", /\$pageview by itself/);
});
