import assert from "node:assert/strict";
import { test } from "node:test";
import { unseenBreakingChanges } from "./unseen-changes.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const person = { type: "object", properties: { name: { type: "string" } } };
const key = { bearer: [] };

/** A contract whose operation lists persons. */
const contract = (parts: { schema?: object; field?: object; links?: object; security?: object[] } = {}) => ({
  security: [key],
  paths: {
    "/persons": {
      get: {
        operationId: "list",
        ...(parts.security && { security: parts.security }),
        responses: { "200": { $ref: "#/components/responses/Persons" } },
      },
    },
  },
  components: {
    responses: {
      Persons: { content: { "application/json": { schema: parts.schema ?? ref("Person") } }, links: parts.links ?? {} },
    },
    schemas: { Person: person, Human: person, Field: parts.field ?? { type: "string" } },
  },
});
type Parts = Parameters<typeof contract>[0];

const link = (parameters: object) => ({ links: { first: { operationId: "retrieve", parameters } } });
const alternatives = (...anyOf: object[]) => ({ field: { anyOf } });
const texts = { type: "string" };
const numbers = { type: "number" };

const BREAKING: [title: string, line: RegExp, before: Parts, after: Parts][] = [
  ["a type gets another name", /^The type Person became Human \(components\/res/, {}, { schema: ref("Human") }],
  ["a type loses its name", /^The type Person became one without/, {}, { schema: person }],
  ["a type gets a name", /^A type got the name Person/, { schema: person }, {}],
  ["a field becomes read-only", /^readOnly changed \(.*Field/, {}, { field: { ...texts, readOnly: true } }],
  ["a field becomes write-only", /^writeOnly changed/, {}, { field: { ...texts, writeOnly: true } }],
  [
    "alternatives get another order",
    /^The order of anyOf changed/,
    alternatives(texts, numbers),
    alternatives(numbers, {}, texts),
  ],
  ["a link passes another value", /^The link passes another id/, link({ id: "$response.body#/a" }), link({ id: "b" })],
  ["a link passes less", /^The link passes another id/, link({ id: "a" }), link({})],
  ["another key is needed", /^Requests with bearer are no longer/, {}, { security: [{ header: [] }] }],
  ["a second key is needed", /^Requests with bearer are no longer/, {}, { security: [{ ...key, header: [] }] }],
  ["a key is needed", /^Requests with no key are no longer/, { security: [] }, {}],
  [
    "a key is no longer one of several",
    /^Requests with bearer/,
    { security: [key, {}] },
    { security: [{ a: [] }, {}] },
  ],
];
for (const [title, line, before, after] of BREAKING) {
  test(`reports that ${title}`, () => {
    const lines = unseenBreakingChanges(contract(before), contract(after));
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.match(lines[0] ?? "", line);
  });
}

const HARMLESS: [title: string, before: Parts, after: Parts][] = [
  ["a text that gets a name", { schema: texts }, { schema: ref("Field") }],
  ["an alternative that is added in between", alternatives(texts, numbers), alternatives(texts, {}, numbers)],
  ["a link that passes more", link({ id: "a" }), link({ id: "a", more: "b" })],
  ["a link that is added", {}, link({ id: "a" })],
  ["a second key that is accepted", {}, { security: [key, { header: [] }] }],
  ["one key that is enough", { security: [{ ...key, header: [] }] }, {}],
  ["no key that is needed", {}, { security: [] }],
  ["keys that are stated again", {}, { security: [key] }],
];
for (const [title, before, after] of HARMLESS) {
  test(`does not report ${title}`, () => {
    assert.deepEqual(unseenBreakingChanges(contract(before), contract(after)), []);
  });
}
