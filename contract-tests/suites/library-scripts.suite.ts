import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { Client, directClient } from "../client/contract-client.ts";
import { exchange } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const { projectApiKey: token, personalApiKey } = target.tenant;
const ORIGIN = "https://shop.fjordbikes.example";

describe("library settings", () => {
  test("are served for a project, as JSON and as a script", needs("state"), async () => {
    const config = await client.expectStatus("remote_config", 200);
    assert.deepEqual([config.token, config.hasFeatureFlags, config.sessionRecording.endpoint], [token, true, "/s/"]);
    const window: Record<string, Record<string, object>> = {};
    runInNewContext(String((await client.request("remote_config_script")).body), { window });
    const settings = JSON.parse(JSON.stringify(window._POSTHOG_REMOTE_CONFIG?.[token]));
    assert.deepEqual(settings, { config, siteApps: [] });
  });

  test("turn on what the service has, and off what it lacks, wherever libraries ask", needs("state"), async () => {
    const query = { config: "true" } as const;
    const json = { api_key: token, distinct_id: "ada" };
    const [config, flags, v3, v4] = await Promise.all([
      client.expectStatus("remote_config", 200),
      client.expectStatus("flags", 200, { query, json }),
      client.expectStatus("decide", 200, { query: { v: "3" }, json }),
      client.expectStatus("decide", 200, { query: { v: "4" }, json }),
    ]);
    const captured = {
      ...{ autocapture_opt_out: false, elementsChainAsString: true, captureDeadClicks: true, heatmaps: false },
      ...{ autocaptureExceptions: true, capturePerformance: { network_timing: true, web_vitals: true } },
    };
    for (const settings of [config, flags, v3, v4]) assert.deepEqual({ ...settings, ...captured }, settings);
    for (const settings of [config, flags]) {
      assert.deepEqual({ ...settings, productTours: false, conversations: false, siteApps: [] }, settings);
      assert.equal("surveys" in settings, false);
    }
  });

  test("settings that the client has already are answered with 304", needs("state"), async () => {
    for (const id of ["remote_config", "remote_config_script"] as const) {
      const etag = String((await client.request(id)).headers.etag);
      const { status, headers } = await client.request(id, { headers: { "if-none-match": etag } });
      assert.deepEqual([status, headers.etag], [304, etag]);
      await client.expectStatus(id, 200, { headers: { "if-none-match": '"other"' } });
    }
  });

  test("are refused for unknown and personal keys", needs("state"), async () => {
    for (const id of ["remote_config", "remote_config_script"] as const) {
      for (const wrong of ["phc_unknown", "x", personalApiKey, "phc_</script>", "__proto__"]) {
        await client.expectError(id, [401, "invalid_api_key", null], { path: { token: wrong } });
      }
    }
  });
});

describe("library scripts", needs("commands"), () => {
  const direct = directClient();

  test("the library, its recorder and its extensions are served, plain and as gzip", async () => {
    for (const file of ["array.js", "recorder.js", "recorder-v2.js", "lazy-recorder.js", "surveys.js"]) {
      const plain = await direct.request("client_script", { path: { file } });
      assert.equal(plain.status, 200, file);
      assert.match(String(plain.headers["content-type"]), /^text\/javascript; charset=utf-8$/);
      const gzipped = await direct.request("client_script", {
        path: { file },
        headers: { "accept-encoding": "gzip, br" },
      });
      assert.equal(gzipped.headers["content-encoding"], "gzip");
      assert.ok(gunzipSync(gzipped.raw.bytes).equals(plain.raw.bytes));
    }
  });

  test("only the installed version is served", async () => {
    const library = String((await direct.request("client_script", { path: { file: "array.js" } })).body);
    const versions = [...new Set(library.match(/(?<=")1\.\d+\.\d+(?=")/g))];
    const statuses = async (headers: Record<string, string>) => {
      const request = (version: string) =>
        direct.request("client_script_version", { path: { version, file: "surveys.js" }, headers });
      return (await Promise.all(versions.map(request))).map(({ status }) => status);
    };
    assert.ok((await statuses({})).includes(200), versions.join(", "));
    assert.ok((await statuses({ "if-none-match": "*" })).includes(304));
    await client.expectError("client_script_version", [404, "not_found", null], {
      path: { version: "1.0.0", file: "surveys.js" },
    });
  });

  test("no other files of the package or the machine are served", async () => {
    const unknown = ["toolbar.js", "nothing.js", "array.js.map", "array", "..", "../package.json", "..%2fpackage.json"];
    for (const file of [...unknown, "__proto__", "\0"]) {
      await direct.expectError("client_script", [404, "not_found", null], { path: { file } });
    }
    for (const file of ["%2e%2e%2fpackage.json", "%2e%2e", "array.js%00", "%zz"]) {
      await direct.expectError("client_script", [404, "not_found", null], { path: { file }, isEncoded: true });
    }
  });
});

describe("library features that Sightline does not have", () => {
  const emptyResponses = {
    web_experiments: { experiments: [] },
    product_tours: { product_tours: [] },
  } as const;
  for (const [id, body] of Object.entries(emptyResponses)) {
    test(`${id}: the response is empty`, async () => {
      assert.deepEqual(
        await client.expectStatus(id as keyof typeof emptyResponses, 200, { query: `?token=${token}` }),
        body,
      );
    });
  }

  test("pages of other origins may request them, and unknown paths", needs("wire"), async () => {
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

describe("the log at debug level", needs("settings"), () => {
  const own = sharedServer("libraries");

  test("names unsupported features", async () => {
    const { client: serverClient, server } = own();
    const featuresByPath = {
      "/api/web_experiments/?token=phc_1": "web experiments",
      "/static/toolbar.js": "the toolbar",
      "/i/v1/logs": "logs",
    };
    for (const path of Object.keys(featuresByPath)) await exchange(server.direct, { method: "GET", path });
    await serverClient.expectStatus("health", 200);
    const lines = await eventually("the requests are logged", async () => {
      const found = server.log().match(/.*asked for an unsupported feature.*/g) ?? [];
      return found.length >= 3 && found;
    });
    const features = lines.map((line) => JSON.parse(line).feature);
    assert.deepEqual(features, Object.values(featuresByPath));
    assert.doesNotMatch(lines.join(""), /phc_1/);
  });
});
