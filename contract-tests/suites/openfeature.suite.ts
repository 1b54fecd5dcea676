import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { type Body, Client, directClient, type RequestOptions } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";

const client = new Client();
const direct = directClient();
const { projectApiKey: key, personalApiKey, projectId } = target.tenant;

const FLAG = { name: "", active: true, ensure_experience_continuity: false };
const isPro = { properties: [{ key: "plan", value: "pro", type: "person" }] };
const variants = (...shares: number[]) => ({
  variants: shares.map((share, index) => ({ key: `v${index}`, rollout_percentage: share })),
});
const FLAGS = [
  { key: "of-on", name: "For everyone", filters: { groups: [{}], payloads: { true: { color: "blue" } } } },
  { key: "of-pro", filters: { groups: [isPro] } },
  { key: "of-nobody", filters: { groups: [{ rollout_percentage: 0 }] } },
  { key: "of-hero", filters: { groups: [{}], multivariate: variants(100, 0), payloads: { v0: "up" } } },
  { key: "of-split", filters: { groups: [{}], multivariate: variants(50, 50) } },
  { key: "of-pro-hero", filters: { groups: [{ ...isPro, variant: "v1" }], multivariate: variants(50, 50) } },
  { key: "of-fleet", filters: { aggregation_group_type: "of-company", groups: [{}] } },
  { key: "of-seats", filters: { groups: [{ properties: [{ key: "seats", value: 9, operator: "gt" }] }] } },
  { key: "of-large", filters: { groups: [{ properties: [{ key: "large", value: "a" }] }] } },
  { key: "of-inactive", active: false, filters: { groups: [{}] } },
].map((flag) => ({ ...FLAG, ...flag }));

type Evaluation = Body<"ofrep_evaluate_flag", 200>;

const asked = (attributes: object = {}) => ({ context: { targetingKey: "anybody", ...attributes } });

async function evaluate(flag: string, attributes: object = {}, by = client): Promise<Evaluation> {
  return by.expectStatus("ofrep_evaluate_flag", 200, { path: { key: flag }, json: asked(attributes), key });
}

async function evaluateAll(attributes: object = {}, options: RequestOptions = {}) {
  return client.request("ofrep_evaluate_flags", { json: asked(attributes), key, ...options });
}

before(async () => {
  if (needs("commands").skip !== false) return;
  await applyFlags(environmentOf(target), projectId, FLAGS);
  await eventuallyOnEveryNode("the flags are available", async (node) => {
    const { body } = await node.request("ofrep_evaluate_flags", { json: asked(), key });
    return JSON.stringify(body).includes("of-large");
  });
});

describe("OpenFeature: evaluation", () => {
  test("one flag and all flags have the documented shape", async () => {
    await client.expectStatus("ofrep_evaluate_flags", 200, { json: asked(), key });
    const response = await client.request("ofrep_evaluate_flag", { path: { key: "of-on" }, json: asked(), key });
    assert.ok([200, 404].includes(response.status));
  });

  const pro = { plan: "pro" };
  const expected: [flag: string, attributes: object, value: unknown, variant: string, reason: string][] = [
    ["of-on", {}, true, "on", "STATIC"],
    ["of-nobody", {}, false, "off", "SPLIT"],
    ["of-pro", {}, false, "off", "DEFAULT"],
    ["of-pro", pro, true, "on", "TARGETING_MATCH"],
    ["of-hero", {}, "v0", "v0", "STATIC"],
    ["of-split", {}, "v0", "v0", "SPLIT"],
    ["of-pro-hero", {}, undefined, "off", "DEFAULT"],
    ["of-pro-hero", pro, "v1", "v1", "TARGETING_MATCH"],
    ["of-fleet", {}, false, "off", "DEFAULT"],
    ["of-fleet", { groups: { "of-company": "nordlys", other: null } }, true, "on", "TARGETING_MATCH"],
    ["of-inactive", {}, undefined, "off", "DISABLED"],
  ];
  for (const [flag, attributes, value, variant, reason] of expected) {
    test(`${flag} for ${JSON.stringify(attributes)}: ${reason}`, needs("commands"), async () => {
      const one = await evaluate(flag, attributes);
      assert.deepEqual([one.key, one.value, one.variant, one.reason], [flag, value, variant, reason]);
      const { flags } = (await evaluateAll(attributes)).body as Body<"ofrep_evaluate_flags", 200>;
      const listed = flags.find((evaluation) => evaluation.key === flag);
      assert.deepEqual(listed, reason === "DISABLED" ? undefined : one);
    });
  }

  test("metadata has the number, version, name and payload", needs("commands"), async () => {
    const { metadata } = await evaluate("of-on");
    assert.deepEqual([metadata.description, metadata.payload], ["For everyone", '{"color":"blue"}']);
    assert.ok(metadata.id > 0 && metadata.version > 0);
    assert.equal((await evaluate("of-hero")).metadata.payload, '"up"');
    assert.deepEqual(Object.keys((await evaluate("of-nobody")).metadata), ["id", "version"]);
  });

  test("a flag that cannot be evaluated fails alone", needs("commands"), async () => {
    const large = { large: "a".repeat(10_001) };
    const { flags } = (await evaluateAll(large)).body as Body<"ofrep_evaluate_flags", 200>;
    const failed = flags.filter((flag) => "errorCode" in flag);
    assert.deepEqual(
      failed.map(({ key, errorCode }) => [key, errorCode]),
      [["of-large", "GENERAL"]],
    );
    await refuses(400, "GENERAL", { path: { key: "of-large" }, json: asked(large) }, "ofrep_evaluate_flag");
  });
});

describe("OpenFeature: keys", () => {
  test("the project API key is a bearer token, in X-API-Key or in the body", needs("state"), async () => {
    await client.expectStatus("ofrep_evaluate_flags", 200, { json: asked(), headers: { "x-api-key": key } });
    await client.expectStatus("ofrep_evaluate_flags", 200, { json: { ...asked(), api_key: key } });
    await client.expectError("ofrep_evaluate_flags", [401, "invalid_api_key", null], { json: asked() });
    for (const id of ["ofrep_evaluate_flags", "ofrep_evaluate_flag"] as const) {
      await client.expectError(id, [401, "invalid_api_key", null], { json: asked(), key: "phc_unknown" });
    }
  });

  test("a personal API key needs a project, and appears in no address", needs("state"), async () => {
    const { body } = await evaluateAll({}, { key: personalApiKey, query: { project_id: projectId } });
    assert.deepEqual(Object.keys(body as object), ["flags"]);
    await refuses(400, "GENERAL", { key: personalApiKey });
  });
});

/** Evaluates, and expects an error of the protocol, which it returns. */
async function refuses(
  status: number,
  errorCode: string,
  options: RequestOptions,
  id: "ofrep_evaluate_flags" | "ofrep_evaluate_flag" = "ofrep_evaluate_flags",
): Promise<Body<"ofrep_evaluate_flag", 404>> {
  const { body } = await direct.expectError(id, [status], { json: asked(), key, ...options });
  const error = body as Body<"ofrep_evaluate_flag", 404>;
  if (target.kind === "prism") return error;
  assert.deepEqual([error.errorCode, error.errorDetails], [errorCode, error.detail]);
  assert.equal(error.key, id === "ofrep_evaluate_flag" ? (options.path?.key ?? "unknown") : undefined);
  return error;
}

describe("OpenFeature: errors of the protocol", () => {
  const bodies: [errorCode: string, options: RequestOptions][] = [
    ["TARGETING_KEY_MISSING", { json: {} }],
    ["TARGETING_KEY_MISSING", { json: { context: {} } }],
    ["TARGETING_KEY_MISSING", { json: { context: { targetingKey: "" } } }],
    ["TARGETING_KEY_MISSING", { json: { context: { targetingKey: null } } }],
    ["INVALID_CONTEXT", { json: { context: { targetingKey: 7 } } }],
    ["INVALID_CONTEXT", { json: { context: [] } }],
    ["INVALID_CONTEXT", { json: asked({ groups: ["nordlys"] }) }],
    ["INVALID_CONTEXT", { json: asked({ group_properties: { company: 1 } }) }],
    ["INVALID_CONTEXT", { json: [] }],
    ["PARSE_ERROR", { text: "{", json: undefined }],
  ];
  for (const [errorCode, options] of bodies) {
    test(`${errorCode}: ${options.text ?? JSON.stringify(options.json)}`, async () => {
      for (const id of ["ofrep_evaluate_flags", "ofrep_evaluate_flag"] as const) {
        await refuses(400, errorCode, options, id);
      }
    });
  }

  test("FLAG_NOT_FOUND: no such flag", needs("state"), async () => {
    for (const name of ["of-none", "a/b", "å", "x".repeat(400)]) {
      const { detail } = await refuses(404, "FLAG_NOT_FOUND", { path: { key: name } }, "ofrep_evaluate_flag");
      assert.equal(detail, "There is no flag with this key.");
    }
  });
});

describe("OpenFeature: conditional requests", () => {
  test("an evaluation that the client has is answered with 304", needs("commands"), async () => {
    await eventuallyOnEveryNode("all nodes have the same flags", async (node) => {
      const { headers } = await evaluateAll();
      const etag = String(headers.etag);
      const options = { json: asked(), key, headers: { "if-none-match": etag } };
      const { status, raw } = await node.request("ofrep_evaluate_flags", options);
      return status === 304 && raw.bytes.byteLength === 0;
    });
    const { headers } = await evaluateAll();
    const { status } = await evaluateAll({ plan: "pro" }, { headers: { "if-none-match": String(headers.etag) } });
    assert.equal(status, 200);
  });
});
