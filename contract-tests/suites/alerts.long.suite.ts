import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, tenantDetails } from "../client/target.ts";
import { notifiedServer } from "../support/notified-server.ts";
import { eventually } from "../support/poll.ts";

type Alert = Body<"alerts_create", 201>;

const client = new Client();
const client404 = { path: { id: randomUUID() } };
const absolute = (bounds: object) => ({ configuration: { type: "absolute" as const, bounds } });
const trends = (event: string) =>
  ({ kind: "TrendsQuery", series: [{ kind: "EventsNode", event }], dateRange: { date_from: "-3d" } }) as const;
const idOf = ({ id }: { readonly id: string }) => ({ path: { id } });

describe("alerts", needs("state"), () => {
  let insight = 0;
  before(async () => {
    const saved = { json: { name: "Orders", query: trends(randomUUID()) } };
    insight = (await client.expectStatus("insights_create", 201, saved)).id;
  });
  const create = (fields: object = {}) =>
    client.expectStatus("alerts_create", 201, { json: { insight, threshold: absolute({ lower: 1 }), ...fields } });

  test("have defaults, and are changed field by field", async () => {
    const alert = await create({ name: "Few", enabled: false });
    const { id, webhook_secret, created_at, created_by, updated_at, updated_by, insight: of, ...rest } = alert;
    assert.equal(of.id, insight);
    assert.match(webhook_secret, /^whsec_.{32}$/);
    assert.deepEqual([created_at, created_by], [updated_at, updated_by]);
    const unchecked = { last_value: null, last_checked_at: null, last_notified_at: null, next_check_at: null };
    assert.deepEqual(rest, {
      ...{ name: "Few", enabled: false, subscribed_users: [], threshold: absolute({ lower: 1 }), version: 1 },
      condition: { type: "absolute_value" },
      config: { type: "TrendsAlertConfig", series_index: 0 },
      ...{ calculation_interval: "daily", snoozed_until: null, skip_weekend: false, webhook_url: "" },
      ...{ state: "Not firing", checks: [], ...unchecked },
    });
    const json = { name: "Fewer", calculation_interval: "weekly", version: 1 } as const;
    const changed = await client.expectStatus("alerts_partial_update", 200, { ...idOf(alert), json });
    const expected = { ...alert, name: "Fewer", calculation_interval: "weekly", version: 2 };
    assert.deepEqual({ ...changed, updated_at }, expected);
    await client.expectError("alerts_partial_update", [409, "conflict", "version"], { ...idOf(alert), json });
    assert.deepEqual(await client.expectStatus("alerts_retrieve", 200, idOf(alert)), changed);
    const query = { insight_id: insight };
    assert.deepEqual((await client.expectStatus("alerts_list", 200, { query })).results, [changed]);
    const others = await client.expectStatus("alerts_list", 200, { query: { insight_id: insight + 1 } });
    assert.equal(others.count, 0);
    await client.expectStatus("alerts_destroy", 204, idOf(alert));
    await client.expectError("alerts_retrieve", [404, "not_found", null], idOf(alert));
    await client.expectError("alerts_destroy", [404, "not_found", null], client404);
  });

  test("without a bound, a question about trends or a member are refused", async () => {
    const sql = { json: { query: { kind: "HogQLQuery", query: "SELECT 1" } } } as const;
    const { id: other } = await client.expectStatus("insights_create", 201, sql);
    const percent = { configuration: { type: "percentage", bounds: { upper: 1 } } };
    const configuration = "threshold__configuration__";
    for (const [fields, code, attr] of [
      [{ insight: 1 }, "invalid_input", "insight"],
      [{ insight: other }, "invalid_input", "insight"],
      [{ threshold: absolute({}) }, "required", `${configuration}bounds`],
      [{ threshold: absolute({ lower: null }) }, "required", `${configuration}bounds`],
      [{ threshold: percent }, "invalid_input", `${configuration}type`],
      [{ subscribed_users: [2 ** 40] }, "invalid_input", "subscribed_users"],
      [{ webhook_url: "ftp://x" }, "invalid_input", "webhook_url"],
    ] as const) {
      const json = { threshold: absolute({ lower: 1 }), ...{ insight }, ...fields } as never;
      await client.expectError("alerts_create", [400, code, attr], { json });
    }
  });
});

const { own, receiver, mails: allMails } = notifiedServer();
const { received } = receiver;

describe("an alert that fires", needs("settings"), () => {
  test("tells members and the webhook once, and once more when it is over", async () => {
    const { client, tenant } = own();
    const { email, userId } = tenantDetails(tenant);
    const event = `order ${randomUUID()}`;
    const saved = { json: { name: "Orders", query: trends(event) } };
    const { id: insight, short_id } = await client.expectStatus("insights_create", 201, saved);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const send = (count: number) =>
      client.expectStatus("capture", 200, {
        json: {
          api_key: tenant.projectApiKey,
          batch: Array.from({ length: count }, () => ({ event, distinct_id: "ann", timestamp: yesterday })),
        } as never,
      });
    await send(2);
    const json = {
      ...{ name: "Few orders", insight, threshold: absolute({ lower: 3, upper: 10 }) },
      ...{ subscribed_users: [userId], webhook_url: receiver.url },
    };
    const created: Alert = await client.expectStatus("alerts_create", 201, { json });
    const becomes = (state: Alert["state"], value: number) =>
      eventually(`the alert is ${state} with ${value}`, async () => {
        const alert = await client.expectStatus("alerts_retrieve", 200, idOf(created));
        return alert.state === state && alert.last_value === value && alert;
      });
    const recheck = (fields: object) =>
      client.expectStatus("alerts_partial_update", 200, { ...idOf(created), json: fields });
    const firing = await becomes("Firing", 2);
    assert.ok(Date.parse(firing.next_check_at ?? "") > Date.now());
    assert.deepEqual(
      firing.checks.map(({ state, targets_notified }) => [state, targets_notified]),
      [["Firing", true]],
    );
    const mails = () => allMails().filter(({ to }) => to[0] === email);
    const [mail] = mails();
    assert.match(mail?.text ?? "", /^Subject: Alert: Few orders\r$/m);
    const unfolded = (mail?.text ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
    assert.match(unfolded, new RegExp(`${event} is 2 \\(${yesterday.slice(0, 10)}\\), less than 3\\.`));
    assert.ok(
      unfolded.includes(`https://analytics.example/app/#/projects/${tenant.projectId}/questions/saved/${short_id}`),
    );

    await eventually("the webhook was posted again after a failure", async () => received.length === 2);
    receiver.assertSigned(created.webhook_secret);
    const [{ type, data }] = received.map(({ body }) => JSON.parse(body)) as [{ type: string; data: object }];
    const about = { project_id: tenant.projectId, id: created.id, name: "Few orders" };
    const figures = { state: "Firing", value: 2, day: yesterday.slice(0, 10), error: null };
    assert.deepEqual([type, data], ["alert.fired", { ...about, ...figures, insight: { id: insight, name: "Orders" } }]);

    await send(2);
    await eventually("the events are stored", async () => {
      const query = { kind: "HogQLQuery", query: `SELECT count() FROM events WHERE event = '${event}'` } as const;
      const { results } = await client.expectStatus("query_create", 200, { json: { query } });
      return String(results) === "4";
    });
    await recheck({ threshold: absolute({ lower: 3 }) });
    await becomes("Not firing", 4);
    assert.equal(mails().length, 1, "a changed alert begins anew");

    await recheck({ threshold: absolute({ upper: 3 }) });
    await becomes("Firing", 4);
    await client.expectStatus("insights_destroy", 204, { path: { id: short_id } });
    await recheck({ skip_weekend: true });
    const failed = await eventually("the alert cannot be checked", async () => {
      const alert = await client.expectStatus("alerts_retrieve", 200, idOf(created));
      return alert.state === "Errored" && alert;
    });
    assert.equal(failed.checks[0]?.error, `There is no saved question ${insight}.`);
    await eventually("members are told", async () =>
      mails().some(({ text }) => /^Subject: Alert cannot be checked: Few orders\r$/m.test(text)),
    );
  });
});
