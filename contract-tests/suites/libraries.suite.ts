import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { type Body, Client, directClient, type RequestOptions } from "../client/contract-client.ts";
import { exchange } from "../client/exchange.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { applyFlags, runCliOrThrow } from "../services/sightline-cli.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const { projectApiKey: token, projectId, personalApiKey } = target.tenant;
const ORIGIN = "https://shop.fjordbikes.example";
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
  { key: "on", name: "For everybody", filters: { groups: [{}], payloads: { true: { color: "blue" } } } },
  { key: "pro", filters: { groups: [{ properties: [proCondition] }] } },
  { key: "nobody", filters: { groups: [{ properties: [proCondition] }, { rollout_percentage: 0 }] } },
  { key: "hero", filters: { groups: [{}], multivariate: VARIANTS, payloads: { mountain: "up" } } },
  { key: "fleet", filters: { aggregation_group_type: PREFIX, groups: [{}] } },
  { key: "inactive", active: false, filters: { groups: [{}] } },
  { key: "early", filters: { early_exit: true, groups: [{}] } },
].map((flag) => ({ name: "", active: true, ensure_experience_continuity: false, ...flag, key: prefixedKey(flag.key) }));

type Details = Body<"flags", 200>["flags"];

async function flags(json: object = {}, ask: RequestOptions = {}, by = client): Promise<Body<"flags", 200>> {
  return by.expectStatus("flags", 200, { json: { token, distinct_id: "anybody", ...json }, ...ask });
}

function applyTestFlags(changed: readonly object[] = FLAGS): Promise<void> {
  return applyFlags(environmentOf(target), projectId, changed);
}

before(async () => {
  if (needs("commands").skip !== false) return;
  await applyTestFlags();
  await eventuallyOnEveryNode("the flags are there", async (node) =>
    Object.hasOwn((await flags({}, {}, node)).flags, prefixedKey("on")),
  );
});

describe("libraries: decisions with reasons", () => {
  test("have the documented shape at both paths", async () => {
    assert.ok((await flags()).requestId);
    const answer = await client.expectStatus("decide", 200, {
      query: { v: 4 },
      json: { token, api_key: token, distinct_id: "x" },
    });
    assert.ok("supportedCompression" in answer);
  });

  const expected: Record<
    string,
    [enabled: boolean, variant: string | null, code: string, set: number | null, json?: object]
  > = {
    on: [true, null, "condition_match", 0],
    pro: [false, null, "no_condition_match", null],
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
      for (const answer of [await flags(), four]) {
        const detail = (answer as { flags: Details }).flags[prefixedKey(key)];
        assert.deepEqual([detail?.key, detail?.enabled, detail?.variant], [prefixedKey(key), enabled, variant]);
        assert.deepEqual([detail?.reason.code, detail?.reason.condition_index], [code, condition_index]);
      }
    });
  }

  test("properties and groups of the request are read", needs("commands"), async () => {
    const { flags: details } = await flags({ person_properties: { plan: "pro" }, groups: { [PREFIX]: "nordlys" } });
    assert.deepEqual([details[prefixedKey("pro")]?.enabled, details[prefixedKey("fleet")]?.enabled], [true, true]);
  });

  test("what is known of a flag: its name, its payload, and numbers", needs("commands"), async () => {
    const { on, hero } = (({ flags: details }) => ({
      on: details[prefixedKey("on")],
      hero: details[prefixedKey("hero")],
    }))(await flags());
    assert.deepEqual([on?.metadata.description, on?.metadata.payload], ["For everybody", { color: "blue" }]);
    assert.deepEqual([hero?.metadata.description, hero?.metadata.payload], [null, "up"]);
    assert.notEqual(on?.metadata.id, hero?.metadata.id);
    await applyTestFlags([{ ...FLAGS[0], name: "Changed" }]);
    const changed = await eventually("it has changed", async () => {
      const detail = (await flags()).flags[prefixedKey("on")];
      return detail?.metadata.description === "Changed" && detail;
    });
    assert.equal(changed.metadata.id, on?.metadata.id);
    assert.ok(changed.metadata.version > (on?.metadata.version ?? 0));
    await applyTestFlags();
  });

  test("an inactive flag is in no decision", needs("commands"), async () => {
    assert.ok(!Object.hasOwn((await flags()).flags, prefixedKey("inactive")));
  });

  test("a client may ask about some flags, or about none", needs("commands"), async () => {
    const some = { flag_keys_to_evaluate: [prefixedKey("on"), prefixedKey("unknown")] };
    assert.deepEqual(Object.keys((await flags(some)).flags), [prefixedKey("on")]);
    assert.deepEqual((await flags({ disable_flags: true })).flags, {});
    for (const v of [1, 2, 3]) {
      const json = { token, distinct_id: "x", ...some };
      const answer = (await client.expectStatus("decide", 200, { query: { v }, json })) as { featureFlags: object };
      const keys = Array.isArray(answer.featureFlags) ? answer.featureFlags : Object.keys(answer.featureFlags);
      assert.deepEqual(keys, [prefixedKey("on")]);
    }
  });

  test("settings come along where they are asked for", needs("state"), async () => {
    assert.ok(!("sessionRecording" in (await flags())));
    const { sessionRecording, supportedCompression, surveys } = await flags({}, { query: { config: "true" } });
    assert.deepEqual([sessionRecording?.endpoint, surveys], ["/s/", false]);
    assert.ok(supportedCompression?.includes("gzip-js"));
  });

  test("versions from 2 on tell browsers to record sessions", needs("state"), async () => {
    for (const v of [1, 2, 3, 4]) {
      const answer = await client.expectStatus("decide", 200, { query: { v }, json: { token, distinct_id: "x" } });
      assert.equal("sessionRecording" in answer, v > 1);
      if (v === 3) assert.ok("errorsWhileComputingFlags" in answer);
    }
  });
});

describe("libraries: flag definitions", () => {
  for (const id of ["local_evaluation", "flag_definitions"] as const) {
    test(`${id}: each flag, as libraries read it`, needs("commands"), async () => {
      const { flags: all, group_type_mapping } = await client.expectStatus(id, 200, {
        query: `?token=${token}&send_cohorts`,
      });
      const ours = all.filter(({ key }) => key.startsWith(PREFIX));
      assert.deepEqual(ours.map(({ key }) => key).toSorted(), FLAGS.map(({ key }) => key).toSorted());
      const asking = ours.filter(({ ensure_experience_continuity: asks }) => asks).map(({ key }) => key);
      assert.deepEqual(asking, [prefixedKey("early")]);
      const fleet = ours.find(({ key }) => key === prefixedKey("fleet"));
      assert.equal(group_type_mapping[String(fleet?.filters.aggregation_group_type_index)], PREFIX);
      assert.equal(ours.find(({ key }) => key === prefixedKey("inactive"))?.active, false);
      const { flags: details } = await flags();
      assert.equal(details[prefixedKey("on")]?.metadata.id, ours.find(({ key }) => key === prefixedKey("on"))?.id);
    });

    test(`${id}: a project has to be named, by its own key`, needs("state"), async () => {
      await client.expectError(id, [400, "required", "token"], { query: "" });
      for (const wrong of ["phc_unknown", "", personalApiKey, "x".repeat(200)]) {
        await client.expectError(id, [401, "invalid_api_key", null], { query: { token: wrong } });
      }
    });
  }

  test("a read-only key may read them, and a member's key", needs("tenants"), async () => {
    await client.expectStatus("local_evaluation", 200, { key: target.readOnlyKey ?? "" });
    await client.expectStatus("local_evaluation", 200, { key: target.tenant.details?.memberPersonalApiKey ?? "" });
  });

  test("a deleted flag is gone from them", needs("commands"), async () => {
    await applyTestFlags([{ ...FLAGS[0], key: prefixedKey("brief") }]);
    const keys = async () => (await client.expectStatus("flag_definitions", 200)).flags.map(({ key }) => key);
    await eventually("it is there", async () => (await keys()).includes(prefixedKey("brief")));
    await runCliOrThrow(environmentOf(target), "flags", "delete", prefixedKey("brief"), "--project", projectId);
    await eventually("it is gone", async () => !(await keys()).includes(prefixedKey("brief")));
  });
});

describe("libraries: settings", () => {
  test("are told for a project, as JSON and as a script", needs("state"), async () => {
    const config = await client.expectStatus("remote_config", 200);
    assert.deepEqual([config.token, config.hasFeatureFlags, config.sessionRecording.endpoint], [token, true, "/s/"]);
    const window: Record<string, Record<string, object>> = {};
    runInNewContext(String((await client.request("remote_config_script")).body), { window });
    const left = JSON.parse(JSON.stringify(window._POSTHOG_REMOTE_CONFIG?.[token]));
    assert.deepEqual(left, { config, siteApps: [] });
  });

  test("an unknown key has none, nor has a personal one", needs("state"), async () => {
    for (const id of ["remote_config", "remote_config_script"] as const) {
      for (const wrong of ["phc_unknown", "x", personalApiKey, "phc_</script>", "__proto__"]) {
        await client.expectError(id, [401, "invalid_api_key", null], { path: { token: wrong } });
      }
    }
  });
});

describe("libraries: scripts", needs("commands"), () => {
  const direct = directClient();

  test("the library, its recorder and its parts are served, plain and packed alike", async () => {
    for (const file of ["array.js", "recorder.js", "recorder-v2.js", "lazy-recorder.js", "surveys.js"]) {
      const plain = await direct.request("client_script", { path: { file } });
      assert.equal(plain.status, 200, file);
      assert.match(String(plain.headers["content-type"]), /^text\/javascript; charset=utf-8$/);
      const packed = await direct.request("client_script", {
        path: { file },
        headers: { "accept-encoding": "gzip, br" },
      });
      assert.equal(packed.headers["content-encoding"], "gzip");
      assert.ok(packed.raw.bytes.equals(packed.raw.bytes) && gunzipSync(packed.raw.bytes).equals(plain.raw.bytes));
    }
  });

  test("of the version that the library says of itself, and of no other", async () => {
    const library = String((await direct.request("client_script", { path: { file: "array.js" } })).body);
    const versions = [...new Set(library.match(/(?<=")1\.\d+\.\d+(?=")/g))];
    const statuses = await Promise.all(
      versions.map(
        async (version) =>
          (await direct.request("client_script_version", { path: { version, file: "surveys.js" } })).status,
      ),
    );
    assert.ok(statuses.includes(200), versions.join(", "));
    await client.expectError("client_script_version", [404, "not_found", null], {
      path: { version: "1.0.0", file: "surveys.js" },
    });
  });

  test("nothing else of the package or of the machine is", async () => {
    const wrong = [
      "toolbar.js",
      "nothing.js",
      "array.js.map",
      "array",
      "..",
      "../package.json",
      "..%2fpackage.json",
      "__proto__",
      "\0",
      "",
    ];
    for (const file of wrong.filter((name) => name !== "")) {
      await direct.expectError("client_script", [404, "not_found", null], { path: { file } });
    }
    for (const file of ["%2e%2e%2fpackage.json", "%2e%2e", "array.js%00", "%zz"]) {
      await direct.expectError("client_script", [404, "not_found", null], { path: { file }, isEncoded: true });
    }
  });
});

describe("libraries: what Sightline does not have", () => {
  const nothing = {
    surveys: { surveys: [] },
    early_access_features: { earlyAccessFeatures: [] },
    web_experiments: { experiments: [] },
    product_tours: { product_tours: [] },
  } as const;
  for (const [id, body] of Object.entries(nothing)) {
    test(`${id}: there are none`, async () => {
      assert.deepEqual(await client.expectStatus(id as keyof typeof nothing, 200, { query: `?token=${token}` }), body);
    });
  }

  test("pages of other origins may ask, also for what is not there", needs("wire"), async () => {
    const paths = [
      "/api/surveys/",
      "/array/x/config",
      "/static/array.js",
      "/static/toolbar.js",
      "/i/v1/logs",
      "/api/conversations/v1/widget/tickets",
    ];
    for (const path of paths) {
      const { headers } = await exchange(target.direct, { method: "GET", path, headers: { origin: ORIGIN } });
      assert.equal(headers["access-control-allow-origin"], ORIGIN, path);
    }
    const { headers } = await exchange(target.direct, {
      method: "GET",
      path: "/flags/definitions",
      headers: { origin: ORIGIN },
    });
    assert.equal(headers["access-control-allow-origin"], undefined);
  });
});

describe("libraries: the log, at debug level", needs("settings"), () => {
  const own = ownServer(() => ({ LOG_LEVEL: "debug" }), undefined, { oneNode: true });

  test("names what is not served", async () => {
    const { client: asking, server } = own();
    const asks = { "/api/surveys/?token=phc_1": "surveys", "/static/toolbar.js": "the toolbar", "/i/v1/logs": "logs" };
    for (const path of Object.keys(asks)) await exchange(server.direct, { method: "GET", path });
    await asking.expectStatus("health", 200);
    const lines = await eventually("it is logged", async () => {
      const found = server.log().match(/.*asked for an unsupported feature.*/g) ?? [];
      return found.length >= 3 && found;
    });
    const features = lines.map((line) => JSON.parse(line).feature);
    assert.deepEqual(features, Object.values(asks));
    assert.doesNotMatch(lines.join(""), /phc_1/);
  });
});
