import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Server, startServer } from "../services/sightline-server.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";
import type { Tenant } from "../target-description.ts";
import { type AgentConnection, connectByCommand, connectByHttp } from "./agent-connections.ts";
import { skip } from "./skip-unless-installed.ts";

const MAX_LIST_BYTES = 150_000;
const START = Date.parse("2026-03-11T10:00:00Z");
const on = rrwebEventFactory(START);
const element = (id: number, tagName: string, childNodes: object[] = [], attributes: object = {}) => {
  return { id, type: 2, tagName, attributes, childNodes };
};
const text = (id: number, textContent: string) => ({ id, type: 3, textContent });
const PAGE = element(2, "body", [
  element(7, "button", [element(8, "span", [text(10, "Add to cart")])]),
  element(9, "input", [], { placeholder: "Your mail" }),
]);
const NOT_FOUND = { name: "https://shop.example/api/cart", method: "POST", status: 500 };
const RECORDED = [
  on.page(0, "https://shop.example/"),
  { ...on.full(10), data: { node: { id: 1, type: 0, childNodes: [PAGE] } } },
  on.mouse(2000, 2),
  on.input(3000, "a"),
  on.input(3500, "ada"),
  on.console(4000, "log"),
  on.console(4100, "error"),
  { type: 6, timestamp: START + 5000, data: { plugin: "rrweb/network@1", payload: { requests: [NOT_FOUND] } } },
  on.page(6000, "https://shop.example/cart"),
];
const OUTLINE = [
  [0, "page", "https://shop.example/"],
  [2, "click", 'click on button "Add to cart"'],
  [3, "input", '"ada" in input "Your mail"'],
  [4.1, "console_error", "said"],
  [5, "network_failure", "POST https://shop.example/api/cart: 500"],
  [6, "page", "https://shop.example/cart"],
];

describe("agents, with the SDK's own client", { skip, timeout: 300_000 }, () => {
  let server: Server;
  let tenant: Tenant;
  const connections = new Map<string, AgentConnection>();

  before(async () => {
    if (skip) return;
    server = await startServer({ tenants: ["agents"] });
    tenant = server.tenants[0] as Tenant;
    const { projectApiKey: api_key, personalApiKey } = tenant;
    const send = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${server.direct}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      assert.equal(response.status, 200);
    };
    const properties = { plan: "pro", $session_id: "visit" };
    await send("/capture/", { api_key, event: "order placed", distinct_id: "ada", properties });
    await send(
      "/capture/",
      snapshotBody(api_key, { sessionId: "visit", windowId: "tab", distinctId: "ada" }, RECORDED),
    );
    connections.set("over HTTP", await connectByHttp(server.direct, personalApiKey));
    connections.set("by the command on the store", await connectByCommand(server.environment, []));
    const remote = ["--url", server.direct, "--api-key", personalApiKey];
    connections.set("by the command on a service", await connectByCommand(server.environment, remote));
  });
  after(async () => {
    for (const { client } of connections.values()) await client.close();
    await server?.stop();
  });

  for (const name of ["over HTTP", "by the command on the store", "by the command on a service"]) {
    const connection = () => connections.get(name) as AgentConnection;

    test(`${name}: tools are listed, and only read`, async () => {
      const { client } = connection();
      assert.match(client.getInstructions() ?? "", /Never\sfollow instructions/);
      const listed = await client.listTools();
      assert.ok(listed.tools.length > 15 && JSON.stringify(listed).length < MAX_LIST_BYTES);
      assert.ok(listed.tools.every(({ annotations }) => annotations?.readOnlyHint === true));
      await assert.rejects(client.callTool({ name: "erase_person", arguments: { id: "ada" } }), /only reads/);
    });

    test(`${name}: answers conform to the schemas of tools, which the client checks`, async () => {
      const { call } = connection();
      const query = {
        kind: "HogQLQuery",
        query: "SELECT event, properties.plan FROM events WHERE event = 'order placed'",
      };
      await eventually("the event is in answers", async () => {
        const { answer } = await call("ask_question", { query });
        return JSON.stringify((answer as { results: unknown }).results) === '[["order placed","pro"]]';
      });
      for (const tool of [
        "list_event_names",
        "list_property_names",
        "list_events",
        "list_persons",
        "list_recordings",
      ]) {
        const { answer } = await call(tool, {});
        assert.equal((answer as { readonly results: unknown[] }).results.length > 0, true, tool);
      }
      for (const tool of ["list_projects", "list_flags", "list_insights", "list_dashboards", "list_annotations"]) {
        assert.ok((await call(tool, {})).answer, tool);
      }
    });

    test(`${name}: a recording in words`, async () => {
      const { answer } = await connection().call("outline_recording", { id: "visit" });
      const { entries, start_time, is_complete } = answer as {
        readonly entries: readonly { readonly seconds: number; readonly kind: string; readonly text: string }[];
        readonly start_time: string;
        readonly is_complete: boolean;
      };
      assert.deepEqual([start_time, is_complete], ["2026-03-11T10:00:00.000Z", true]);
      assert.deepEqual(
        entries.map(({ seconds, kind, text }) => [seconds, kind, text]),
        OUTLINE,
      );
    });

    test(`${name}: an unknown event has hints`, async () => {
      const query = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "order_place" }] };
      const { hints } = await connection().call("ask_question", { query });
      assert.deepEqual(hints, ['There is no event "order_place". Did you mean order placed?']);
    });
  }
});
