import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { type Comparison, compareContracts } from "./compare.ts";
import { root } from "./redocly.ts";

/** The parts of the contract that these tests change. */
interface Contract {
  info: { version: string; description: string };
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; description: string; responses: Record<string, { links?: Record<string, object> }> }
    >
  >;
  components: {
    schemas: Record<
      string,
      { properties: Record<string, object>; required: string[]; enum: string[]; anyOf: object[] }
    >;
    parameters: Record<string, { required?: boolean; schema: object }>;
    headers: Record<string, { required?: boolean }>;
    examples: Record<string, { value: unknown }>;
  };
}

describe("compareContracts", { concurrency: 2 }, () => {
  let generated: Contract;
  before(async () => {
    generated = JSON.parse(await readFile(join(root, "generated/complete.json"), "utf8"));
  });

  async function compare(change: (contract: Contract) => void): Promise<Omit<Comparison, "others">> {
    const next = structuredClone(generated);
    next.info.version = "9.9.9";
    change(next);
    const { raise, breaking } = await compareContracts(JSON.stringify(generated), JSON.stringify(next));
    return { raise, breaking };
  }
  const schema = (contract: Contract, name: string) => {
    const found = contract.components.schemas[name];
    assert.ok(found, `the contract has a schema ${name}`);
    return found;
  };

  /** Breaking changes of different parts of the contract, with what their lines say. */
  const breaking: [title: string, line: RegExp, change: (contract: Contract) => void][] = [
    [
      "a response field is removed",
      /Property `message` of `Invite` was removed/,
      (contract) => {
        const invite = schema(contract, "Invite");
        delete invite.properties.message;
        invite.required = invite.required.filter((name) => name !== "message");
      },
    ],
    [
      "a response field becomes optional",
      /`SessionRecording` are no longer required: `viewed`/,
      (contract) => {
        const recording = schema(contract, "SessionRecording");
        recording.required = recording.required.filter((name) => name !== "viewed");
      },
    ],
    [
      "a parameter becomes required",
      /`limit` query parameter became required/,
      (contract) => {
        const limit = contract.components.parameters.Limit;
        assert.ok(limit);
        limit.required = true;
      },
    ],
    [
      "a request field becomes required",
      /`InviteRequest` became required: `message`/,
      (contract) => schema(contract, "InviteRequest").required.push("message"),
    ],
    [
      "a response may have another shape",
      /`anyOf` subschema of `InviteBulkResponse` was added/,
      (contract) => schema(contract, "InviteBulkResponse").anyOf.push({ type: "string" }),
    ],
    ["an operation is removed", /Path `\/batch\/` was removed/, (contract) => delete contract.paths["/batch/"]],
    [
      "a status is removed",
      /Response `415` was removed/,
      (contract) => delete contract.paths["/decide/"]?.post?.responses["415"],
    ],
    [
      "a default changes",
      /default was modified .*\/api\/projects/,
      (contract) => Object.assign(contract.components.parameters.Offset?.schema ?? {}, { default: 5 }),
    ],
    [
      "a request field is removed",
      /Schema was removed .*invites\/post\/requestBody.*first_name/,
      (contract) => delete schema(contract, "InviteRequest").properties.first_name,
    ],
    [
      "a version of a decision is removed",
      /Schema was removed .*decide.*anyOf/,
      (contract) => schema(contract, "DecideResponse").anyOf.pop(),
    ],
    [
      "a link is removed",
      /LinksMap was removed/,
      (contract) =>
        delete contract.paths["/api/organizations/{parent_lookup_organization_id}/invites"]?.get?.responses["200"]
          ?.links,
    ],
    [
      "a smaller body is refused",
      /x-body-limit was modified \(\/flags/,
      (contract) => Object.assign(contract.paths["/flags/"]?.post ?? {}, { "x-body-limit": 10 }),
    ],
    [
      "an error code is renamed",
      /Enum of `code` gained values: .needed/,
      (contract) => Object.assign(schema(contract, "ErrorCode").enum, ["needed"]),
    ],
    [
      "a link leads elsewhere",
      /operationId was modified .*links/,
      (contract) => {
        const list = contract.paths["/api/projects/{project_id}/session_recordings"]?.get;
        Object.assign(list?.responses["200"]?.links?.newest ?? {}, { operationId: "batch" });
      },
    ],
    [
      "an operation moves to another section",
      /tags was modified \(\/capture/,
      (contract) => Object.assign(contract.paths["/capture/"]?.post ?? {}, { tags: ["Service"] }),
    ],
    [
      "a response may lack a header",
      /required was modified .*headers\/Retry-After/,
      (contract) => Object.assign(contract.components.headers["Retry-After"] ?? {}, { required: false }),
    ],
    [
      "alternatives get another order",
      /The order of anyOf changed \(components\/schemas\/ClientEvents\)/,
      (contract) => schema(contract, "ClientEvents").anyOf.reverse(),
    ],
    [
      "a limit is set that clients may exceed",
      /`maxProperties` of .* was set to .99./,
      (contract) => Object.assign(schema(contract, "Properties"), { maxProperties: 99 }),
    ],
    [
      "a request must match a pattern",
      /`pattern` of `label` changed from .* to '\^a'/,
      (contract) => Object.assign(schema(contract, "PersonalKeyRequest").properties, { label: { pattern: "^a" } }),
    ],
    [
      "a request must be shorter",
      /`maxItems` changed from '20' to '3'/,
      (contract) => Object.assign(schema(contract, "InviteBulkRequest").anyOf[0] ?? {}, { maxItems: 3 }),
    ],
    [
      "a request must not have other fields",
      /`additionalProperties` of `FeatureFlagRequest` was set to 'false'/,
      (contract) => Object.assign(schema(contract, "FeatureFlagRequest"), { additionalProperties: false }),
    ],
    [
      "a request may no longer have a value",
      /Enum lost values: '4'/,
      (contract) => Object.assign(contract.components.parameters.DecideVersion?.schema ?? {}, { enum: [1, 2, 3] }),
    ],
    [
      "a response has a new value",
      /Enum of `storage` gained values: 'tape'/,
      (contract) => schema(contract, "StoragePlace").enum.push("tape"),
    ],
  ];
  it("requires a major version for each breaking change, and reports it", async () => {
    const { raise, breaking: lines } = await compare((contract) => {
      for (const [, , change] of breaking) change(contract);
    });
    assert.equal(raise, "major");
    for (const [title, line] of breaking) {
      assert.ok(
        lines.some((reported) => line.test(reported)),
        `${title}: ${lines.join("\n")}`,
      );
    }
  });

  it("requires a major version if a component is renamed, because generated clients have its name", async () => {
    const renamed = JSON.parse(
      JSON.stringify(generated).replaceAll('schemas/InviteRequest"', 'schemas/NewInvite"'),
    ) as Contract;
    const { InviteRequest, ...others } = renamed.components.schemas;
    Object.assign(renamed.components, { schemas: { ...others, NewInvite: InviteRequest } });
    const { raise, breaking } = await compareContracts(JSON.stringify(generated), JSON.stringify(renamed));
    assert.equal(raise, "major");
    assert.ok(breaking.includes("Schema was removed (components/schemas/InviteRequest)"), breaking.join("\n"));
  });

  const additions: Record<string, (contract: Contract) => void> = {
    "an optional field is added": (contract) => {
      schema(contract, "Invite").properties.nickname = { type: "string", description: "What friends say." };
    },
    "a required response field is added": (contract) => {
      const invite = schema(contract, "Invite");
      invite.properties.nickname = { type: "string", description: "What friends say." };
      invite.required.push("nickname");
    },
    "a setting of client libraries may be absent": (contract) => {
      schema(contract, "RemoteConfig").required.pop();
    },
    "an error code, a state of an engine and a limit that no client exceeds are added": (contract) => {
      schema(contract, "ErrorCode").enum.push("too_early");
      schema(contract, "EngineState").enum.push("asleep");
      Object.assign(schema(contract, "Properties"), { maxProperties: 100 });
    },
    "a list that was always empty may have items": (contract) => {
      Object.assign(schema(contract, "NothingServed"), { maxItems: 100 });
    },
    "a request may be longer, and an operation accepts another key": (contract) => {
      Object.assign(schema(contract, "PersonalKeyRequest").properties.label ?? {}, { maxLength: 300 });
      Object.assign(contract.paths["/api/users/@me"]?.get ?? {}, {
        security: [{ personalApiKey: [] }, { sessionCookie: [] }, { projectApiKey: [] }],
      });
    },
    "a version of a decision is added": (contract) => {
      schema(contract, "DecideResponse").anyOf.push({ type: "object", properties: { v: { const: 99 } } });
    },
  };
  for (const [title, change] of Object.entries(additions)) {
    it(`requires a minor version if ${title}`, async () => {
      assert.deepEqual(await compare(change), { raise: "minor", breaking: [] });
    });
  }

  const others: Record<string, (contract: Contract) => void> = {
    "a description changes": (contract) => {
      contract.info.description += "More words.";
    },
    "an example changes": (contract) => {
      const example = Object.values(contract.components.examples)[0];
      assert.ok(example);
      example.value = { status: 2 };
    },
  };
  for (const [title, change] of Object.entries(others)) {
    it(`requires a patch version if ${title}`, async () => {
      assert.deepEqual(await compare(change), { raise: "patch", breaking: [] });
    });
  }

  it("finds no difference if only the version differs", async () => {
    assert.deepEqual(await compare(() => undefined), { raise: "none", breaking: [] });
  });
});
