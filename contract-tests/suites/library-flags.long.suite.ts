import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { type Body, Client, type RequestOptions } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { applyFlags, runCliOrThrow } from "../services/sightline-cli.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const { projectApiKey: token, projectId, personalApiKey } = target.tenant;
const PREFIX = `libraries-${randomUUID().slice(0, 8)}`;
const prefixedKey = (key: string) => `${PREFIX}-${key}`;

const VARIANTS = {
  variants: [
    { key: "mountain", rollout_percentage: 100 },
    { key: "city", rollout_percentage: 0 },
  ],
};
const proCondition = { key: "plan", value: "pro", type: "person" };
const FLAGS = [
  { key: "on", name: "For everyone", filters: { groups: [{}], payloads: { true: { color: "blue" } } } },
  { key: "pro", filters: { groups: [{ properties: [proCondition] }] } },
  { key: "nobody", filters: { groups: [{ properties: [proCondition] }, { rollout_percentage: 0 }] } },
  { key: "hero", filters: { groups: [{}], multivariate: VARIANTS, payloads: { mountain: "up" } } },
  { key: "fleet", filters: { aggregation_group_type: PREFIX, groups: [{}] } },
  { key: "inactive", active: false, filters: { groups: [{}] } },
  { key: "early", filters: { early_exit: true, groups: [{}] } },
].map((flag) => ({ name: "", active: true, ensure_experience_continuity: false, ...flag, key: prefixedKey(flag.key) }));

type Details = Body<"flags", 200>["flags"];

async function flags(json: object = {}, options: RequestOptions = {}, by = client): Promise<Body<"flags", 200>> {
  return by.expectStatus("flags", 200, { json: { token, distinct_id: "anybody", ...json }, ...options });
}

function applyTestFlags(changed: readonly object[] = FLAGS): Promise<void> {
  return applyFlags(environmentOf(target), projectId, changed);
}

before(async () => {
  if (needs("commands").skip !== false) return;
  await applyTestFlags();
  await eventuallyOnEveryNode("the last of the flags is available", async (node) =>
    Object.hasOwn((await flags({}, {}, node)).flags, FLAGS.at(-1)?.key ?? ""),
  );
});

describe("library flags: decisions with reasons", () => {
  test("have the documented shape on both paths", async () => {
    assert.ok((await flags()).requestId);
    const response = await client.expectStatus("decide", 200, {
      query: { v: 4 },
      json: { token, api_key: token, distinct_id: "x" },
    });
    assert.ok("supportedCompression" in response);
  });

  const expected: Record<
    string,
    [enabled: boolean, variant: string | null, code: string, set: number | null, json?: object]
  > = {
    on: [true, null, "condition_match", 0],
    pro: [false, null, "no_condition_match", 0],
    nobody: [false, null, "out_of_rollout_bound", 1],
    hero: [true, "mountain", "condition_match", 0],
    fleet: [false, null, "no_group_type", 0],
  };
  for (const [key, [enabled, variant, code, condition_index]] of Object.entries(expected)) {
    test(`${key}: ${code}`, needs("commands"), async () => {
      const four = await client.expectStatus("decide", 200, {
        query: { v: 4 },
        json: { token, distinct_id: "anybody" },
      });
      for (const response of [await flags(), four]) {
        const detail = (response as { flags: Details }).flags[prefixedKey(key)];
        assert.deepEqual([detail?.key, detail?.enabled, detail?.variant], [prefixedKey(key), enabled, variant]);
        assert.deepEqual([detail?.reason.code, detail?.reason.condition_index], [code, condition_index]);
      }
    });
  }

  test("properties and groups of the request are used", needs("commands"), async () => {
    const { flags: details } = await flags({ person_properties: { plan: "pro" }, groups: { [PREFIX]: "nordlys" } });
    assert.deepEqual([details[prefixedKey("pro")]?.enabled, details[prefixedKey("fleet")]?.enabled], [true, true]);
  });

  test("metadata contains the name, the payload, the id and the version", needs("commands"), async () => {
    const { flags: details } = await flags();
    const [on, hero] = [details[prefixedKey("on")], details[prefixedKey("hero")]];
    assert.deepEqual([on?.metadata.description, on?.metadata.payload], ["For everyone", '{"color":"blue"}']);
    assert.deepEqual([hero?.metadata.description, hero?.metadata.payload], [null, '"up"']);
    assert.notEqual(on?.metadata.id, hero?.metadata.id);
    await applyTestFlags([{ ...FLAGS[0], name: "Changed" }]);
    const changed = await eventually("the flag has changed", async () => {
      const detail = (await flags()).flags[prefixedKey("on")];
      return detail?.metadata.description === "Changed" && detail;
    });
    assert.equal(changed.metadata.id, on?.metadata.id);
    assert.equal(changed.metadata.version, (on?.metadata.version ?? 0) + 1);
    await applyTestFlags();
  });

  test("an inactive flag is not evaluated", needs("commands"), async () => {
    assert.ok(!Object.hasOwn((await flags()).flags, prefixedKey("inactive")));
  });

  test("a client may request some flags, all or none", needs("commands"), async () => {
    const some = { flag_keys_to_evaluate: [prefixedKey("on"), prefixedKey("unknown")] };
    assert.deepEqual(Object.keys((await flags(some)).flags), [prefixedKey("on")]);
    const none = Object.keys((await flags({ flag_keys_to_evaluate: [] })).flags);
    assert.deepEqual(
      FLAGS.filter(({ active }) => active).filter(({ key }) => !none.includes(key)),
      [],
    );
    assert.deepEqual((await flags({ disable_flags: true })).flags, {});
    for (const v of [1, 2, 3]) {
      const json = { token, distinct_id: "x", ...some };
      const response = (await client.expectStatus("decide", 200, { query: { v }, json })) as { featureFlags: object };
      const keys = Array.isArray(response.featureFlags) ? response.featureFlags : Object.keys(response.featureFlags);
      assert.deepEqual(keys, [prefixedKey("on")]);
    }
  });

  test("settings are returned on request", needs("state"), async () => {
    assert.ok(!("sessionRecording" in (await flags())));
    const { sessionRecording, supportedCompression, surveys } = await flags({}, { query: { config: "true" } });
    assert.deepEqual([sessionRecording?.endpoint, surveys], ["/s/", undefined]);
    assert.ok(supportedCompression?.includes("gzip-js"));
  });

  test("versions from 2 on have recording settings", needs("state"), async () => {
    for (const v of [1, 2, 3, 4]) {
      const response = await client.expectStatus("decide", 200, { query: { v }, json: { token, distinct_id: "x" } });
      assert.equal("sessionRecording" in response, v > 1);
      if (v === 3) assert.ok("errorsWhileComputingFlags" in response);
    }
  });
});

describe("library flags: definitions", () => {
  for (const id of ["local_evaluation", "flag_definitions"] as const) {
    test(`${id}: contains each flag in the shape of libraries`, needs("commands"), async () => {
      const { flags: all, group_type_mapping } = await client.expectStatus(id, 200, {
        query: `?token=${token}&send_cohorts`,
      });
      const ours = all.filter(({ key }) => key.startsWith(PREFIX));
      assert.deepEqual(ours.map(({ key }) => key).toSorted(), FLAGS.map(({ key }) => key).toSorted());
      const remoteOnly = ours
        .filter(({ ensure_experience_continuity }) => ensure_experience_continuity)
        .map(({ key }) => key);
      assert.deepEqual(remoteOnly, [prefixedKey("early")]);
      const fleet = ours.find(({ key }) => key === prefixedKey("fleet"));
      const payloads = ours.flatMap(({ filters }) => Object.entries(filters.payloads as object));
      assert.deepEqual(Object.fromEntries(payloads), { true: '{"color":"blue"}', mountain: '"up"' });
      assert.equal(group_type_mapping[String(fleet?.filters.aggregation_group_type_index)], PREFIX);
      assert.equal(ours.find(({ key }) => key === prefixedKey("inactive"))?.active, false);
      const { flags: details } = await flags();
      assert.equal(details[prefixedKey("on")]?.metadata.id, ours.find(({ key }) => key === prefixedKey("on"))?.id);
    });

    test(`${id}: accepts the project API key in a header`, async () => {
      const headers = { "x-posthog-project-api-key": token };
      for (const query of ["", "?send_cohorts", `?token=${token}`]) {
        await client.expectStatus(id, 200, { query, headers });
      }
    });

    test(`${id}: definitions that the client has already are answered with 304`, needs("state"), async () => {
      // Each node notices the change of another test in its own time.
      await eventually("all nodes have the same definitions", async () => {
        const { headers } = await client.request(id);
        const etag = String(headers.etag);
        for (const tags of [etag, `W/${etag}`, `"other", ${etag}`]) {
          const { status, headers: known, raw } = await client.request(id, { headers: { "if-none-match": tags } });
          assert.deepEqual([status, known.etag, raw.bytes.byteLength], [304, etag, 0]);
        }
        return true;
      });
      await client.expectStatus(id, 200, { headers: { "if-none-match": '"other"' } });
    });

    test(`${id}: the ETag changes with the flags`, needs("commands"), async () => {
      const etagNow = async () => (await client.request(id)).headers.etag;
      const before = await etagNow();
      await applyTestFlags([{ ...FLAGS[1], name: `Changed for ${id}` }]);
      await eventually("the ETag changes", async () => (await etagNow()) !== before);
    });

    test(`${id}: requires the project API key`, needs("state"), async () => {
      await client.expectError(id, [400, "required", "token"], { query: "" });
      await client.expectError(id, [400, "required", "token"], {
        headers: { "x-posthog-project-api-key": "" },
        query: "",
      });
      await client.expectError(id, [401, "invalid_api_key", null], {
        headers: { "x-posthog-project-api-key": "phc_unknown" },
        query: "",
      });
      for (const wrong of ["phc_unknown", "", personalApiKey, "x".repeat(200)]) {
        await client.expectError(id, [401, "invalid_api_key", null], { query: { token: wrong } });
      }
    });
  }

  test("read-only keys and keys of members may read them", needs("tenants"), async () => {
    await client.expectStatus("local_evaluation", 200, { key: target.readOnlyKey ?? "" });
    await client.expectStatus("local_evaluation", 200, { key: target.tenant.details?.memberPersonalApiKey ?? "" });
  });

  test("a deleted flag is removed", needs("commands"), async () => {
    await applyTestFlags([{ ...FLAGS[0], key: prefixedKey("brief") }]);
    const keys = async () => (await client.expectStatus("flag_definitions", 200)).flags.map(({ key }) => key);
    await eventually("the flag is added", async () => (await keys()).includes(prefixedKey("brief")));
    await runCliOrThrow(environmentOf(target), "flags", "remove", prefixedKey("brief"), "--project", projectId);
    await eventually("the flag is removed", async () => !(await keys()).includes(prefixedKey("brief")));
  });
});
