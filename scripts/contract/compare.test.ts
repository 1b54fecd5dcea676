import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { type Comparison, compareContracts } from "./compare.ts";
import { root } from "./redocly.ts";

/** The parts of the contract that the tests change. */
interface Contract {
  info: { version: string; description: string };
  paths: Record<
    string,
    Record<string, { operationId: string; description: string; responses: Record<string, object> }>
  >;
  components: {
    schemas: Record<
      string,
      { properties: Record<string, object>; required: string[]; enum: string[]; anyOf: object[] }
    >;
    parameters: Record<string, { required?: boolean }>;
    examples: Record<string, { value: unknown }>;
  };
}

describe("two contracts, compared", { concurrency: 2 }, () => {
  let generated: Contract;
  before(async () => {
    generated = JSON.parse(await readFile(join(root, "generated/openapi.json"), "utf8"));
  });

  function compare(change: (contract: Contract) => void): Promise<Comparison> {
    const next = structuredClone(generated);
    next.info.version = "9.9.9";
    change(next);
    return compareContracts(JSON.stringify(generated), JSON.stringify(next));
  }
  const schema = (contract: Contract, name: string) => {
    const found = contract.components.schemas[name];
    assert.ok(found, `the contract has a schema ${name}`);
    return found;
  };

  const breaking: Record<string, (contract: Contract) => void> = {
    "a response field is gone": (contract) => {
      const invite = schema(contract, "Invite");
      delete invite.properties.message;
      invite.required = invite.required.filter((name) => name !== "message");
    },
    "a response field became optional": (contract) => {
      const invite = schema(contract, "Invite");
      invite.required = invite.required.filter((name) => name !== "message");
    },
    "a parameter became required": (contract) => {
      const limit = contract.components.parameters.Limit;
      assert.ok(limit);
      limit.required = true;
    },
    "a request field became required": (contract) => schema(contract, "InviteRequest").required.push("message"),
    "an answer may be another": (contract) => schema(contract, "InviteBulkResponse").anyOf.push({ type: "string" }),
    "an operation is gone": (contract) => delete contract.paths["/batch/"],
    "a status is gone": (contract) => delete contract.paths["/decide/"]?.post?.responses["415"],
  };
  for (const [what, change] of Object.entries(breaking)) {
    it(`need the first number raised where ${what}`, async () => {
      const { raise, breaking: reasons } = await compare(change);
      assert.equal(raise, "major");
      assert.ok(reasons.length > 0);
    });
  }

  const additions: Record<string, (contract: Contract) => void> = {
    "an optional field is new": (contract) => {
      schema(contract, "Invite").properties.nickname = { type: "string", description: "What friends say." };
    },
    "a field that is always there is new": (contract) => {
      const invite = schema(contract, "Invite");
      invite.properties.nickname = { type: "string", description: "What friends say." };
      invite.required.push("nickname");
    },
    "an error code is new": (contract) => schema(contract, "ErrorCode").enum.push("too_early"),
    "a version of a decision is new": (contract) => {
      schema(contract, "DecideResponse").anyOf.push({ type: "object", properties: { v: { const: 99 } } });
    },
  };
  for (const [what, change] of Object.entries(additions)) {
    it(`need the second number raised where ${what}`, async () => {
      assert.deepEqual(await compare(change), { raise: "minor", breaking: [] });
    });
  }

  const others: Record<string, (contract: Contract) => void> = {
    "the words are others": (contract) => {
      contract.info.description += "More words.";
    },
    "an example is another": (contract) => {
      const example = Object.values(contract.components.examples)[0];
      assert.ok(example);
      example.value = { status: 2 };
    },
  };
  for (const [what, change] of Object.entries(others)) {
    it(`need the third number raised where ${what}`, async () => {
      assert.deepEqual(await compare(change), { raise: "patch", breaking: [] });
    });
  }

  it("are the same where only the version is another", async () => {
    assert.deepEqual(await compare(() => undefined), { raise: "none", breaking: [] });
  });
});
