import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { checkResponse } from "../contract/check-response.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import { startServer } from "../services/sightline-server.ts";
import { type EventStream, openEventStream } from "../support/event-stream.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { readMetrics } from "../support/service-metrics.ts";
import type { Tenant } from "../target-description.ts";

const client = new Client();
const { projectApiKey: key, personalApiKey, projectId } = target.tenant;
const asked = { context: { targetingKey: "anybody" } };

/** Changes a flag. Returns its new name. */
async function changeFlag(): Promise<string> {
  const name = randomUUID();
  const flag = { key: "of-changing", name, active: true, filters: { groups: [{}] } };
  await applyFlags(environmentOf(target), projectId, [{ ...flag, ensure_experience_continuity: false }]);
  return name;
}

/** Returns where an evaluation says that the stream is. */
async function streamUri(by = client, projectKey = key): Promise<string> {
  const json = { ...asked, api_key: projectKey };
  const { eventStreams } = await by.expectStatus("ofrep_evaluate_flags", 200, { json });
  const [stream] = eventStreams ?? [];
  assert.deepEqual([stream?.type, stream?.endpoint.origin, stream?.inactivityDelaySec], ["sse", undefined, 120]);
  return stream?.endpoint.requestUri ?? "";
}

/** Opens the stream that an evaluation names, on each node. */
async function openOnEveryNode(): Promise<EventStream[]> {
  const uri = await streamUri();
  // A proxy would wait for the stream's end.
  const nodes = clientsOfNodes({ ...target, base: target.direct });
  return Promise.all(nodes.map(({ endpoint }) => openEventStream(endpoint.base, uri)));
}

describe("OpenFeature: event streams", () => {
  test("need the project API key", needs("state"), async () => {
    for (const api_key of ["", "phc_unknown", personalApiKey]) {
      await client.expectError("ofrep_event_stream", [401, "invalid_api_key", null], { query: { api_key } });
    }
  });

  test("announce a change on every node, and the next evaluation has it", needs("commands"), async () => {
    const streams = await openOnEveryNode();
    const name = await changeFlag();
    for (const stream of streams) {
      assert.match(stream.text(), /^retry: \d{4}\nid: [\w-]+\n\n/);
      assert.match(String(stream.headers["content-type"]), /^text\/event-stream(;|$)/);
      for (const node of clientsOfNodes()) {
        await eventually("the change is announced", async () => {
          const query = { flagConfigEtag: await stream.change() };
          const { flags } = await node.expectStatus("ofrep_evaluate_flags", 200, {
            json: { ...asked, api_key: key },
            query,
          });
          return JSON.stringify(flags).includes(name);
        });
      }
      stream.close();
    }
  });

  test("announce what a client has missed while it was away", needs("commands"), async () => {
    const uri = await streamUri();
    const [address = ""] = uri.split("&"); // without the version
    await changeFlag();
    for (const [requestUri, headers] of [
      [uri, {}],
      [address, { "last-event-id": "older" }],
    ] as const) {
      const stream = await openEventStream(target.direct, requestUri, headers);
      assert.ok((await stream.change()).length > 10);
      stream.close();
    }
  });

  test("begin with the version that the client knows, or with the present one", needs("state"), async () => {
    const uri = await streamUri();
    const [address = "", version = ""] = uri.split("&flagConfigEtag=");
    for (const [requestUri, headers, id] of [
      [uri, {}, version],
      [uri, { "last-event-id": "older" }, "older"],
      [address, {}, "[\\w-]{10,}"],
    ] as const) {
      const stream = await openEventStream(target.direct, requestUri, headers);
      await eventually("the stream begins", async () => stream.text() !== "");
      stream.close();
      assert.match(stream.text(), new RegExp(`^retry: \\d{4}\nid: ${id}\n\n`));
    }
  });

  test("are forgotten when the client leaves", needs("state"), async () => {
    const open = async () => (await readMetrics(client))("sightline_flag_streams");
    const streams = await openOnEveryNode();
    const during = await open(); // with those that earlier tests have just closed, maybe
    assert.ok(during >= streams.length);
    for (const stream of streams) stream.close();
    await eventually("the streams are gone", async () => (await open()) <= during - streams.length);
  });

  test("are open to pages of other origins, and not stored by proxies", needs("wire"), async () => {
    const stream = await openEventStream(target.direct, await streamUri(), { origin: "https://shop.example" });
    const { headers, status } = stream;
    stream.close();
    assert.equal(headers["access-control-allow-origin"], "https://shop.example");
    assert.match(String(headers["access-control-expose-headers"]), /\bETag\b/);
    assert.equal(headers["cache-control"], "no-store");
    const message = client.message("ofrep_event_stream");
    checkResponse(message, { status, headers, bytes: Buffer.from(stream.text()) });
  });
});

const limited = sharedServer("streams");

test(
  "OpenFeature: an evaluation that names an unknown version reads the flags again",
  needs("state"),
  async (context) => {
    const nodes = clientsOfNodes();
    const evaluate = (node: Client, query = {}) =>
      node.expectStatus("ofrep_evaluate_flags", 200, { json: { ...asked, api_key: key }, query });
    for (const node of nodes) await evaluate(node); // so that it need not read them for a while
    const json = { key: `of-${randomUUID()}`, filters: { groups: [{}] } };
    const flag = await client.expectStatus("feature_flags_create", 201, { json });
    context.after(() => client.request("feature_flags_destroy", { path: { id: String(flag.id) } }));
    for (const node of nodes) {
      const { flags } = await evaluate(node, { flagConfigEtag: "newer" });
      assert.ok(flags.some(({ key }) => key === flag.key));
    }
  },
);

describe("OpenFeature: limits of event streams", needs("settings"), () => {
  test("a project has a limited number; closing one makes room", async () => {
    const { node, tenant } = limited();
    const query = { api_key: tenant.projectApiKey };
    const uri = await streamUri(node, tenant.projectApiKey);
    const streams = [await openEventStream(node.endpoint.base, uri), await openEventStream(node.endpoint.base, uri)];
    const { headers } = await node.expectError("ofrep_event_stream", [429, "throttled", null], { query });
    assert.ok(Number(headers["retry-after"]) >= 1);
    streams.pop()?.close();
    const again = await eventually("there is room", () => openEventStream(node.endpoint.base, uri));
    for (const stream of [...streams, again]) stream.close();
  });

  test("a stop ends them, so that clients connect to other nodes", async () => {
    const server = await startServer({ tenants: ["stopping"] });
    const [tenant] = server.tenants as [Tenant];
    const own = new Client(server, tenant);
    const stream = await openEventStream(server.direct, await streamUri(own, tenant.projectApiKey));
    await server.stop();
    await stream.ended;
  });
});
