import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { brokenClients, readRecordedClients } from "./recorded-clients.ts";
import { root } from "./redocly.ts";

interface Schema {
  type?: string;
  enum?: unknown[];
  required?: string[];
  properties: Record<string, unknown>;
  additionalProperties?: unknown;
}

interface Operation {
  "x-cors"?: boolean;
  security?: object[];
  responses: Record<string, unknown>;
}

/** The parts of the contract that these tests change. */
interface Contract {
  paths: Record<string, { post: Operation; get: Operation }>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, { schema: Schema }> };
}

const generated = readFileSync(join(root, "generated/complete.json"), "utf8");
const clients = readRecordedClients();

function schema({ components }: Contract, name: string): Schema {
  return components.schemas[name] ?? assert.fail(`the contract has a schema ${name}`);
}

function operation({ paths }: Contract, path: string, method: "get" | "post"): Operation {
  return paths[path]?.[method] ?? assert.fail(`the contract has ${method} ${path}`);
}

describe("brokenClients", () => {
  const changes: [title: string, change: (contract: Contract) => void, line: string][] = [
    [
      "a field that a client sends is forbidden",
      (contract) => Object.assign(schema(contract, "DecideRequest"), { additionalProperties: false }),
      "This breaks posthog-js 1.96.1: POST /decide/: token is not allowed.",
    ],
    [
      "a field that a client does not send becomes required",
      (contract) => Object.assign(schema(contract, "DecideRequest"), { required: ["person_id"] }),
      "This breaks posthog-js 1.96.1: POST /decide/: person_id: This field is required.",
    ],
    [
      "an operation disappears",
      (contract) => delete contract.paths["/flags/definitions"],
      "This breaks posthog-node 5.70.0: GET /flags/definitions: is not documented.",
    ],
    [
      "an enum of a parameter shrinks",
      (contract) => Object.assign(contract.components.parameters.DecideVersion?.schema ?? {}, { enum: [1, 2] }),
      "This breaks posthog-js 1.200.0: POST /decide/: v must be one of 1, 2.",
    ],
    [
      "a field of a response gets another type",
      (contract) => Object.assign(schema(contract, "FlagDetail").properties, { key: { type: "integer" } }),
      "This breaks posthog-js 1.449.2: POST /flags/: its response 200: /flags/company/key must be integer.",
    ],
    [
      "a status disappears",
      (contract) => delete operation(contract, "/batch/", "post").responses["200"],
      "This breaks posthog-go 1.5.2: POST /batch/: its response 200: status 200 is not documented.",
    ],
    [
      "an operation is closed to browsers of other origins",
      (contract) => Object.assign(operation(contract, "/e/", "post"), { "x-cors": false }),
      "This breaks posthog-js 1.13.0: POST /e/: browsers of other origins may not call it.",
    ],
    [
      "an operation requires a personal key",
      (contract) => Object.assign(operation(contract, "/flags/", "post"), { security: [{ personalApiKey: [] }] }),
      "This breaks posthog-python 7.91.1: POST /flags/: it needs a personal API key.",
    ],
  ];

  // A contract takes half a second to compile, so changes that do not hide each other's lines are made to one.
  for (const group of [changes.slice(0, 1), changes.slice(1, 2), changes.slice(2)]) {
    it(`names the library if ${group.map(([title]) => title).join("; ")}`, async () => {
      const contract: Contract = JSON.parse(generated);
      for (const [, change] of group) change(contract);
      const lines = await brokenClients(JSON.stringify(contract), clients);
      for (const [title, , line] of group) assert.ok(lines.includes(line), `${title}: ${lines.join("\n")}`);
    });
  }
});
