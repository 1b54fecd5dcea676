import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { type Body, Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";

type Share = Body<"dashboards_shares_create", 201>;

const client = new Client();
/** Answers are kept on each node. */
const [anyone = client] = clientsOfNodes();
const name = randomUUID();
const event = randomUUID();
const pathOf = (id: number | string) => ({ path: { id: String(id) } });
const tokenOf = ({ url }: Share) => url.split("/shared/")[1] ?? "";

const query = {
  kind: "TrendsQuery",
  series: [{ kind: "EventsNode", event }],
  dateRange: { date_from: "-1d" },
} as const;

describe("shares", needs("state"), () => {
  let insight: Body<"insights_create", 201>;
  let other: Body<"insights_create", 201>;
  let dashboard: Body<"dashboards_create", 201>;
  let share: Share;

  after(async () => {
    if (target.kind === "prism") return;
    await client.request("dashboards_destroy", pathOf(dashboard.id));
    for (const { short_id } of [insight, other]) await client.request("insights_destroy", pathOf(short_id));
  });

  test("show a dashboard and its answers to anyone, and nothing else", async () => {
    insight = await client.expectStatus("insights_create", 201, { json: { name, description: "All of them", query } });
    other = await client.expectStatus("insights_create", 201, { json: { query } });
    const tiles = [{ insight: insight.short_id }, { text: { body: "A text" } }];
    dashboard = await client.expectStatus("dashboards_create", 201, { json: { name: `Board ${name}`, tiles } });
    await client.expectStatus("capture", 200, {
      json: { api_key: target.tenant.projectApiKey, event, distinct_id: name },
    });

    share = await client.expectStatus("dashboards_shares_create", 201, { ...pathOf(dashboard.id), json: {} });
    assert.deepEqual([share.dashboard, share.insight, share.allowed_origins], [dashboard.id, null, []]);
    const path = { token: tokenOf(share) };
    const shown = await anyone.expectStatus("shared_retrieve", 200, { path });
    assert.deepEqual(shown, {
      ...{ name: `Board ${name}`, description: "", timezone: shown.timezone },
      tiles: [
        { id: 1, text: null, insight: { short_id: insight.short_id, name, description: "All of them", query } },
        { id: 2, text: "A text", insight: null },
      ],
    });
    assert.ok(!JSON.stringify(shown).includes("@"), "nobody's address is in it");

    const answerPath = { ...path, short_id: insight.short_id };
    const answer = await anyone.expectStatus("shared_answer_retrieve", 200, { path: answerPath });
    const again = await anyone.expectStatus("shared_answer_retrieve", 200, { path: answerPath });
    assert.deepEqual(again, answer, "it is kept for five minutes");
    assert.ok(Array.isArray(answer.results) && answer.results.length === 1);
    const longer = { path: answerPath, query: { date_from: "-7d" as const } };
    const [days, week] = [answer, await anyone.expectStatus("shared_answer_retrieve", 200, longer)].map(
      ({ results }) => (results as { days: string[] }[])[0]?.days.length ?? 0,
    );
    assert.deepEqual([days, week], [2, 8], "a visitor chooses other dates");
    const wrong = { path: answerPath, query: { date_from: "all" as never } };
    await anyone.expectError("shared_answer_retrieve", [400, "invalid_input", "date_from"], wrong);
    const unshared = { path: { ...path, short_id: other.short_id } };
    await anyone.expectError("shared_answer_retrieve", [404, "not_found", null], unshared);
  });

  test("show what a question is now, to those who are counted", async () => {
    const one = await client.expectStatus("insights_shares_create", 201, { ...pathOf(insight.id), json: {} });
    assert.deepEqual([one.dashboard, one.insight], [null, insight.id]);
    const path = { token: tokenOf(one), short_id: insight.short_id };
    const renamed = { ...pathOf(insight.short_id), json: { name: `${name} now` } };
    await client.expectStatus("insights_partial_update", 200, renamed);
    const shown = await anyone.expectStatus("shared_retrieve", 200, { path: { token: path.token } });
    assert.deepEqual(
      shown.tiles.map(({ insight }) => insight?.name),
      [`${name} now`],
    );
    await eventually("a changed question is asked again, and finds the event", async () => {
      const json = { description: randomUUID() };
      await client.expectStatus("insights_partial_update", 200, { ...pathOf(insight.short_id), json });
      const { results } = await anyone.expectStatus("shared_answer_retrieve", 200, { path });
      return (results as { count: number }[])[0]?.count === 1 || undefined;
    });
    await client.expectStatus("shares_destroy", 204, pathOf(one.id));
  });

  test("are made without a body", async () => {
    const one = await client.expectStatus("insights_shares_create", 201, pathOf(other.short_id));
    assert.deepEqual(one.allowed_origins, []);
    await client.expectStatus("shares_destroy", 204, pathOf(one.id));
  });

  test("show why a question cannot be answered", async () => {
    const wrong = { kind: "HogQLQuery", query: "SELECT nothing FROM events" } as const;
    const { short_id } = await client.expectStatus("insights_create", 201, { json: { query: wrong } });
    const one = await client.expectStatus("insights_shares_create", 201, { ...pathOf(short_id), json: {} });
    const path = { token: tokenOf(one), short_id };
    await anyone.expectError("shared_answer_retrieve", [400, "invalid_input"], { path });
    await client.expectStatus("insights_destroy", 204, pathOf(short_id));
    await anyone.expectError("shared_answer_retrieve", [404, "not_found", null], { path });
    await client.expectStatus("shares_destroy", 204, pathOf(one.id));
  });

  test("are listed with their address, and logged without it", async () => {
    const of = { query: { dashboard: dashboard.id } };
    const { results: listed } = await client.expectStatus("shares_list", 200, of);
    // Each node has an address of its own.
    assert.deepEqual(listed, [{ ...share, url: listed[0]?.url }]);
    assert.deepEqual(listed.map(tokenOf), [tokenOf(share)]);
    const ofOther = { query: { insight: insight.id } };
    assert.deepEqual((await client.expectStatus("shares_list", 200, ofOther)).results, []);
    const logged = { query: { scope: "SharingConfiguration", item_id: String(share.id) } } as const;
    const { results } = await client.expectStatus("activity_log_list", 200, logged);
    assert.deepEqual(
      results.map(({ activity }) => activity),
      ["created"],
    );
    assert.ok(!JSON.stringify(results).includes(tokenOf(share)));
  });

  test("say who may embed the page", async () => {
    const json = { allowed_origins: ["https://intranet.example.com", "http://localhost:3000"] };
    const embedded = await client.expectStatus("dashboards_shares_create", 201, { ...pathOf(dashboard.id), json });
    const policyOf = async (token: string) => {
      const page = await fetch(`${target.direct}/shared/${token}`);
      assert.equal(page.status, 200);
      return page.headers.get("content-security-policy") ?? "";
    };
    assert.match(
      await policyOf(tokenOf(embedded)),
      /frame-ancestors https:\/\/intranet\.example\.com http:\/\/localhost:3000$/,
    );
    for (const token of [tokenOf(share), "shr_unknown"]) assert.match(await policyOf(token), /frame-ancestors 'none'$/);
    for (const origin of ["intranet", "https://a.example/path", "https://a.example; script-src *", "*"]) {
      const wrong = { ...pathOf(dashboard.id), json: { allowed_origins: [origin] } };
      await client.expectError("dashboards_shares_create", [400, "invalid_input", "allowed_origins__0"], wrong);
    }
    await client.expectStatus("shares_destroy", 204, pathOf(embedded.id));
  });

  test("are opened by a limited number of requests, each on its own", async () => {
    const [one, two] = await Promise.all(
      [0, 1].map(() => client.expectStatus("insights_shares_create", 201, { ...pathOf(insight.id), json: {} })),
    );
    assert.ok(one && two);
    const open = (share: Share) => anyone.request("shared_retrieve", { path: { token: tokenOf(share) } });
    let status = 200;
    for (let round = 0; round < 40 && status === 200; round += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => open(one)));
      status = Math.max(...answers.map((answer) => answer.status));
    }
    assert.equal(status, 429);
    assert.equal((await open(two)).status, 200);
    for (const { id } of [one, two]) await client.expectStatus("shares_destroy", 204, pathOf(id));
  });

  test("end when they are revoked, and while what they show is deleted", async () => {
    const path = { token: tokenOf(share) };
    const mark = (deleted: boolean) =>
      client.expectStatus("dashboards_partial_update", 200, { ...pathOf(dashboard.id), json: { deleted } });
    await mark(true);
    await anyone.expectError("shared_retrieve", [404, "not_found", null], { path });
    await client.expectError("dashboards_shares_create", [404, "not_found", null], {
      ...pathOf(dashboard.id),
      json: {},
    });
    await mark(false);
    await anyone.expectStatus("shared_retrieve", 200, { path });

    await client.expectStatus("shares_destroy", 204, pathOf(share.id));
    for (const token of [path.token, `${path.token}x`, "shr_unknown"]) {
      await anyone.expectError("shared_retrieve", [404, "not_found", null], { path: { token } });
      const asked = { path: { token, short_id: insight.short_id } };
      await anyone.expectError("shared_answer_retrieve", [404, "not_found", null], asked);
    }
    await client.expectError("shares_destroy", [404, "not_found", null], pathOf(share.id));
  });
});
