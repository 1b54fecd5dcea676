import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";

const client = new Client();
const { projectApiKey: token } = target.tenant;
const PREFIX = `scopes-${randomUUID().slice(0, 8)}`;
const SCOPES = {
  all: {},
  client: { evaluation_runtime: "client" },
  server: { evaluation_runtime: "server" },
  docs: { evaluation_contexts: ["docs", "blog"] },
  device: { bucketing_identifier: "device_id" },
  zz: {},
} as const;
const PAGE = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" };
const NODE = { "user-agent": "posthog-node/5.70.0" };
const OTHER = { "user-agent": "curl/8" };
const ids: string[] = [];

describe("flags for some programs only", needs("state"), () => {
  const ask = async (json: object, headers: Record<string, string>, by = client) => {
    const request = { json: { token, distinct_id: "anybody", ...json }, headers } as never;
    const { flags } = await by.expectStatus("flags", 200, request);
    return Object.fromEntries(
      Object.entries(flags).flatMap(([key, { enabled }]) => (key.startsWith(PREFIX) ? [[key, enabled]] : [])),
    );
  };
  const namesFor = async (json: object, headers: Record<string, string>) =>
    Object.keys(await ask(json, headers))
      .map((key) => key.slice(PREFIX.length + 1))
      .filter((name) => !["device", "zz"].includes(name))
      .toSorted();
  before(async () => {
    for (const [name, scope] of Object.entries(SCOPES)) {
      const json = {
        key: `${PREFIX}-${name}`,
        filters: { groups: [{ rollout_percentage: name === "device" ? 50 : 100 }] },
      };
      const flag = await client.expectStatus("feature_flags_create", 201, { json: { ...json, ...scope } as never });
      ids.push(String(flag.id));
      const { bucketing_identifier = "distinct_id", evaluation_runtime = "all" } = scope as Record<string, string>;
      assert.deepEqual(
        [flag.bucketing_identifier, flag.evaluation_runtime],
        [bucketing_identifier, evaluation_runtime],
      );
    }
    await eventuallyOnEveryNode(
      "the last flag is known",
      async (node) => `${PREFIX}-zz` in (await ask({}, OTHER, node)),
    );
  });
  after(async () => {
    for (const id of ids) await client.expectStatus("feature_flags_destroy", 204, { path: { id } });
  });

  test("are left out for others, whom headers or the request itself name", async () => {
    assert.deepEqual(await namesFor({}, PAGE), ["all", "client", "docs"]);
    assert.deepEqual(await namesFor({}, NODE), ["all", "docs", "server"]);
    assert.deepEqual(await namesFor({}, OTHER), ["all", "docs"]);
    assert.deepEqual(await namesFor({}, { ...OTHER, origin: "https://shop.example" }), ["all", "client", "docs"]);
    assert.deepEqual(await namesFor({ evaluation_runtime: "server" }, PAGE), ["all", "docs", "server"]);
    assert.deepEqual(await namesFor({ evaluation_runtime: "Server" }, PAGE), ["all", "docs", "server"]);
    for (const evaluation_runtime of ["all", "edge", ""]) {
      assert.deepEqual(await namesFor({ evaluation_runtime }, PAGE), ["all", "client", "docs", "server"]);
    }
    const ofrep = { json: { context: { targetingKey: "anybody" } }, headers: { ...NODE, "x-api-key": token } };
    const { flags } = await client.expectStatus("ofrep_evaluate_flags", 200, ofrep as never);
    const found = flags.map(({ key }) => key).filter((key) => key.startsWith(PREFIX));
    assert.deepEqual([found.includes(`${PREFIX}-server`), found.includes(`${PREFIX}-client`)], [true, false]);
  });

  test("are left out for programs of other contexts, if these name theirs", async () => {
    assert.deepEqual(await namesFor({ evaluation_contexts: ["blog"] }, OTHER), ["all", "docs"]);
    assert.deepEqual(await namesFor({ evaluation_contexts: ["shop"] }, OTHER), ["all"]);
    assert.deepEqual(await namesFor({ evaluation_environments: ["shop"] }, OTHER), ["all"]);
    assert.deepEqual(await namesFor({ evaluation_contexts: [] }, OTHER), ["all", "docs"]);
  });

  test("divide by the device, wherever the request names it", async () => {
    const key = `${PREFIX}-device`;
    const decided: unknown[] = [];
    for (const device of "abcdefghijklmnopqrst") {
      const values = await Promise.all([
        ...[{ $device_id: device }, { device_id: device }, { person_properties: { $device_id: device } }].map(
          async (json) => (await ask({ distinct_id: randomUUID(), ...json }, OTHER))[key],
        ),
        ask({ distinct_id: device, device_id: null }, OTHER).then((flags) => flags[key]),
      ]);
      assert.equal(new Set(values).size, 1, `${device}: ${values}`);
      decided.push(values[0]);
    }
    assert.equal(new Set(decided).size, 2);
    const long = "d".repeat(200);
    const [cut, ...others] = await Promise.all(
      [long, `${long}x`, `${long}${"y".repeat(1000)}`].map((id) => ask({ $device_id: id }, OTHER)),
    );
    for (const flags of others) assert.deepEqual(flags, cut);
  });

  test("are told to libraries that decide themselves, and keep their scope when they change", async () => {
    const local = await client.expectStatus("local_evaluation", 200, { query: { token } as never });
    const scopeOf = (name: string) => {
      const flag = local.flags.find(({ key }) => key === `${PREFIX}-${name}`);
      return [flag?.evaluation_runtime, flag?.evaluation_contexts, flag?.bucketing_identifier];
    };
    assert.deepEqual(scopeOf("all"), [undefined, undefined, undefined]);
    assert.deepEqual(scopeOf("server"), ["server", undefined, undefined]);
    assert.deepEqual(scopeOf("docs"), [undefined, ["docs", "blog"], undefined]);
    assert.deepEqual(scopeOf("device"), [undefined, undefined, "device_id"]);
    const path = { id: ids[3] ?? "" };
    const renamed = await client.expectStatus("feature_flags_partial_update", 200, { path, json: { name: "Docs" } });
    assert.deepEqual(renamed.evaluation_contexts, ["docs", "blog"]);
    const freed = { path, json: { evaluation_contexts: [] } };
    assert.deepEqual((await client.expectStatus("feature_flags_partial_update", 200, freed)).evaluation_contexts, []);
    const wrong = { path, json: { evaluation_runtime: "edge" } as never };
    await client.expectError("feature_flags_partial_update", [400, "invalid_input", "evaluation_runtime"], wrong);
  });
});
