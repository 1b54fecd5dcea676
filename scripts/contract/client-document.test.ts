import assert from "node:assert/strict";
import { test } from "node:test";
import { clientDocument } from "./client-document.ts";

const reply = (name: string) => ({
  200: { content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } },
});
const complete = {
  tags: [{ name: "Public" }, { name: "Compatibility" }],
  security: [{ key: [] }, { cookie: [] }],
  paths: {
    "/new/": {
      post: { tags: ["Public"], requestBody: { $ref: "#/components/requestBodies/New" }, responses: reply("Reply") },
      get: { tags: ["Compatibility"], responses: reply("Old") },
    },
    "/old/": { post: { tags: ["Compatibility"], responses: reply("Old") } },
  },
  components: {
    securitySchemes: { key: { type: "http" }, cookie: { type: "apiKey", in: "cookie" } },
    requestBodies: { New: { content: { "application/json": { schema: { $ref: "#/components/schemas/Alias" } } } } },
    schemas: {
      Alias: { description: "Another name.", allOf: [{ $ref: "#/components/schemas/Event" }] },
      Event: {
        properties: {
          id: { type: ["string", "number", "null"] },
          unset: { description: "Names.", oneOf: [{ type: "array" }, { type: "null" }], "x-client": "first" },
        },
      },
      Reply: {
        properties: { note: { type: ["string", "null"] }, value: { type: ["boolean", "string"] } },
        "x-client": { properties: { note: null } },
      },
      Old: { type: "object" },
    },
  },
};

test("the clients' document has no older paths, second names, mixed types or cookies", () => {
  const { tags, security, paths, components } = JSON.parse(clientDocument(JSON.stringify(complete)));
  assert.deepEqual(tags, [{ name: "Public" }]);
  assert.deepEqual(security, [{ key: [] }]);
  assert.deepEqual(Object.keys(paths), ["/new/"]);
  assert.deepEqual(Object.keys(paths["/new/"]), ["post"]);
  assert.deepEqual(components, {
    securitySchemes: { key: { type: "http" } },
    requestBodies: { New: { content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } } } },
    schemas: {
      Event: { properties: { id: { type: "string" }, unset: { description: "Names.", type: "array" } } },
      Reply: {
        properties: {
          value: { oneOf: [{ type: "boolean" }, { type: "string" }] },
        },
      },
    },
  });
});
