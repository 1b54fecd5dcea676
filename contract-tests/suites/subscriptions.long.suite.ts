import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, tenantDetails } from "../client/target.ts";
import { notifiedServer } from "../support/notified-server.ts";
import { eventually } from "../support/poll.ts";

type Subscription = Body<"subscriptions_create", 201>;

const client = new Client();
const trends = (event: string) =>
  ({ kind: "TrendsQuery", series: [{ kind: "EventsNode", event }], dateRange: { date_from: "-3d" } }) as const;
const pathOf = ({ id }: { readonly id: number }) => ({ path: { id: String(id) } });
const START = "2026-03-16T08:00:00+01:00";
const MAILED = {
  target_type: "email",
  target_value: "ada@example.com",
  frequency: "daily",
  start_date: START,
} as const;

describe("subscriptions", needs("state"), () => {
  let insight = { id: 0, short_id: "" };
  let dashboard = 0;
  before(async () => {
    const saved = { json: { name: "Orders", query: trends(randomUUID()) } };
    insight = await client.expectStatus("insights_create", 201, saved);
    dashboard = (await client.expectStatus("dashboards_create", 201, { json: { name: "Shop" } })).id;
  });

  test("have defaults, and are changed field by field", async () => {
    const created = await client.expectStatus("subscriptions_create", 201, {
      json: { ...MAILED, insight: insight.id },
    });
    const { id, webhook_secret, next_delivery_date, created_at, created_by, updated_at, updated_by, ...rest } = created;
    assert.match(webhook_secret, /^whsec_.{32}$/);
    assert.deepEqual([created_at, created_by], [updated_at, updated_by]);
    assert.ok(Date.parse(next_delivery_date ?? "") > Date.now() - 1000);
    assert.deepEqual(rest, {
      ...{ ...MAILED, start_date: "2026-03-16T07:00:00.000Z", dashboard: null, dashboard_export_insights: [] },
      ...{ insight: insight.id, insight_short_id: insight.short_id, title: null, enabled: true, deleted: false },
      ...{ interval: 1, byweekday: null, bysetpos: null, count: null, until_date: null, summary: "sent every day" },
      ...{ last_delivered_at: null, last_error: null, version: 1 },
    });
    const json = { frequency: "monthly", byweekday: ["monday"], bysetpos: -1, title: "Shop", version: 1 } as const;
    const change = { ...pathOf(created), json: { ...json, byweekday: [...json.byweekday] } };
    const changed = await client.expectStatus("subscriptions_partial_update", 200, change);
    assert.equal(changed.summary, "sent every month on the last Monday");
    assert.equal(new Date(changed.next_delivery_date ?? "").getUTCDay(), 1);
    await client.expectError("subscriptions_partial_update", [409, "conflict", "version"], change);
    assert.deepEqual(await client.expectStatus("subscriptions_retrieve", 200, pathOf(created)), changed);
    const of = { query: { insight: insight.id } };
    assert.deepEqual((await client.expectStatus("subscriptions_list", 200, of)).results, [changed]);
    assert.equal((await client.expectStatus("subscriptions_list", 200, { query: { dashboard } })).count, 0);
    const deleted = { ...pathOf(created), json: { deleted: true } };
    const gone = await client.expectStatus("subscriptions_partial_update", 200, deleted);
    assert.deepEqual([gone.deleted, gone.next_delivery_date], [true, null]);
    assert.equal((await client.expectStatus("subscriptions_list", 200, of)).count, 0);
    await client.expectError("subscriptions_retrieve", [404, "not_found", null], pathOf(created));
    await client.expectError("subscriptions_test_delivery", [404, "not_found", null], pathOf(created));
    const restored = { ...pathOf(created), json: { deleted: false } };
    assert.ok((await client.expectStatus("subscriptions_partial_update", 200, restored)).next_delivery_date);
    await client.expectStatus("subscriptions_destroy", 204, pathOf(created));
    await client.expectError("subscriptions_destroy", [404, "not_found", null], pathOf({ id }));
  });

  test("take what tools of PostHog send for a dashboard", async () => {
    const sent = {
      ...{ dashboard, insight: null, dashboard_export_insights: [insight.id], title: "The shop", count: null },
      ...{ target_type: "email", target_value: "ada@example.com,grace@example.com", byweekday: null, bysetpos: null },
      ...{ frequency: "weekly", interval: 2, start_date: START, until_date: null, invite_message: "Hi" },
      ...{ integration_id: null, summary_enabled: false, deleted: false, enabled: false },
    } as const;
    const json = { ...sent, dashboard_export_insights: [...sent.dashboard_export_insights] };
    const created = await client.expectStatus("subscriptions_create", 201, { json });
    assert.deepEqual([created.dashboard, created.insight, created.summary], [dashboard, null, "sent every 2 weeks"]);
    assert.equal(created.next_delivery_date, null);
    await client.expectStatus("subscriptions_destroy", 204, pathOf(created));
  });

  test("that cannot be sent are refused", async () => {
    const many = Array.from({ length: 21 }, (_, index) => `ada${index}@example.com`).join();
    for (const [fields, code, attr] of [
      [{ insight: null }, "required", "dashboard"],
      [{ dashboard }, "invalid_input", "insight"],
      [{ insight: 1 }, "invalid_input", "insight"],
      [{ insight: null, dashboard: 1 }, "invalid_input", "dashboard"],
      [{ target_value: "Ada" }, "invalid_input", "target_value"],
      [{ target_value: " , " }, "invalid_input", "target_value"],
      [{ target_value: "ada@example.com\r\nBcc: eve@example.com" }, "invalid_input", "target_value"],
      [{ target_value: many }, "max_length", "target_value"],
      [{ target_type: "slack", target_value: "C0123|#general" }, "invalid_input", "target_value"],
      [{ target_type: "webhook", target_value: "ftp://example.com" }, "invalid_input", "target_value"],
      [{ frequency: "hourly" }, "invalid_input", "frequency"],
      [{ until_date: START }, "invalid_input", "until_date"],
      [{ frequency: "weekly", byweekday: ["monday"], bysetpos: 2 }, "invalid_input", "until_date"],
      [{ summary_enabled: true }, "invalid_input", "summary_enabled"],
    ] as const) {
      const json = { ...MAILED, ...{ insight: insight.id }, ...fields } as never;
      await client.expectError("subscriptions_create", [400, code, attr], { json });
    }
  });
});

const { own, receiver, mails: allMails } = notifiedServer();
const { received } = receiver;

describe("a subscription that is due", needs("settings"), () => {
  const event = `order <b>${randomUUID()}</b>`;
  const ask = async (json: object) => {
    return own().client.expectStatus("subscriptions_create", 201, { json: { ...MAILED, ...json } as never });
  };
  const sent = (subscription: Subscription) =>
    eventually("it is sent", async () => {
      const found = await own().client.expectStatus("subscriptions_retrieve", 200, pathOf(subscription));
      return (found.last_delivered_at !== null || found.last_error !== null) && found;
    });
  const mailsTo = (address: string) =>
    allMails()
      .filter(({ to }) => to[0] === address)
      .map(({ text }) => text.replaceAll("=\r\n", "").replace(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`))
      .map((text) => decodeURIComponent(text.replaceAll(/%(?![0-9A-F]{2})/g, "%25")).replaceAll("\r\n", "\n"));

  test("mails a dashboard with its numbers to each address, and says what could not be answered", async () => {
    const { client, tenant } = own();
    const days = [3, 1, 2, 1, 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString());
    const batch = days.map((timestamp) => ({ event, distinct_id: "ann", timestamp }));
    await client.expectStatus("capture", 200, { json: { api_key: tenant.projectApiKey, batch } as never });
    const save = (name: string, query: object) =>
      client.expectStatus("insights_create", 201, { json: { name, query } as never });
    const tiles = [
      await save("Orders", trends(event)),
      await save("Latest", { kind: "HogQLQuery", query: "SELECT event, count() AS n FROM events GROUP BY ALL" }),
      await save("Broken", { kind: "HogQLQuery", query: "SELECT nothing FROM events" }),
      await save("Left out", trends("never")),
    ].map(({ id, short_id }) => ({ id, tile: { insight: short_id } }));
    const json = { name: "Shop", tiles: tiles.map(({ tile }) => tile) };
    const dashboard = await client.expectStatus("dashboards_create", 201, { json });
    await eventually("the events are stored", async () => {
      const query = { kind: "HogQLQuery", query: "SELECT count() FROM events" } as const;
      return String((await client.expectStatus("query_create", 200, { json: { query } })).results) === "5";
    });
    const subscription = await ask({
      ...{ dashboard: dashboard.id, dashboard_export_insights: tiles.slice(0, 3).map(({ id }) => id) },
      ...{
        title: "The shop\nBcc: eve@example.com",
        target_value: "ada@example.com, grace@example.com, ada@example.com",
      },
    });
    const { next_delivery_date } = subscription;
    await client.expectStatus("subscriptions_test_delivery", 202, pathOf(subscription));
    const delivered = await sent(subscription);
    assert.deepEqual([delivered.last_error, delivered.next_delivery_date], [null, next_delivery_date]);
    await client.expectError("subscriptions_test_delivery", [409, "conflict", null], pathOf(subscription));
    assert.equal(mailsTo("grace@example.com").length, 1);
    const [mail = "", ...others] = mailsTo("ada@example.com");
    assert.deepEqual(others, [], "an address that is listed twice gets one mail");
    assert.match(mail, /^Subject: The shop Bcc: eve@example\.com, \d{4}-\d\d-\d\d$/m);
    assert.doesNotMatch(mail, /^Bcc/m);
    const day = days[1]?.slice(0, 10);
    assert.ok(mail.includes(`Orders\n-  | ${day} | Change\n- ${event} | 3 | +200 %\n`), mail);
    assert.ok(mail.includes(`Latest\n- event | n\n- ${event} | 5\n`), mail);
    assert.match(mail, /Broken\n- It could not be answered: .*nothing/);
    assert.ok(!mail.includes("Left out"));
    assert.ok(mail.includes(`https://analytics.example/app/#/projects/${tenant.projectId}/dashboards/${dashboard.id}`));
    assert.ok(mail.includes(`${tenantDetails(tenant).email} set up these mails.`), mail);
    assert.ok(mail.includes(`<td align="left">${event.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</td>`), mail);

    const unsent = await ask({ dashboard: dashboard.id, target_value: "alan@example.com" });
    await client.expectStatus("dashboards_destroy", 204, pathOf(dashboard));
    await client.expectStatus("subscriptions_test_delivery", 202, pathOf(unsent));
    assert.equal((await sent(unsent)).next_delivery_date, null);
    assert.match(mailsTo("alan@example.com")[0] ?? "", /The dashboard was deleted: nothing more is sent\./);
  });

  test("posts a question to a webhook, signed, and again after a failure; once, if it is to be sent once", async () => {
    const { client, tenant } = own();
    const insight = await client.expectStatus("insights_create", 201, {
      json: { name: "Orders", query: trends(event) },
    });
    const target_value = receiver.url;
    const subscription = await ask({ insight: insight.id, target_type: "webhook", target_value, count: 1 });
    await client.expectStatus("subscriptions_test_delivery", 202, pathOf(subscription));
    assert.equal((await sent(subscription)).next_delivery_date, null);
    assert.equal(received.length, 2);
    receiver.assertSigned(subscription.webhook_secret);
    const [{ type, data }] = received.map(({ body }) => JSON.parse(body)) as [{ type: string; data: never }];
    const { tiles, ...about } = data as { tiles: { name: string; insight: number }[] };
    const of = {
      project_id: tenant.projectId,
      id: subscription.id,
      title: "Orders",
      dashboard: null,
      insight: insight.id,
    };
    assert.deepEqual([type, about], ["subscription.delivered", of]);
    assert.deepEqual(
      tiles.map(({ name, insight }) => [name, insight]),
      [["Orders", insight.id]],
    );

    const slack = await ask({ insight: insight.id, target_type: "slack", target_value });
    await client.expectStatus("subscriptions_test_delivery", 202, pathOf(slack));
    await sent(slack);
    const { text, ...others } = JSON.parse(received[2]?.body ?? "");
    assert.deepEqual(others, {});
    assert.ok(text.includes(event.replaceAll("<", "&lt;").replaceAll(">", "&gt;")), text);
  });

  test("says when it reached nobody", async () => {
    const { client } = own();
    const insight = await client.expectStatus("insights_create", 201, { json: { query: trends(event) } });
    const subscription = await ask({ insight: insight.id, target_value: "refused@example.com" });
    await client.expectStatus("subscriptions_test_delivery", 202, pathOf(subscription));
    const failed = await sent(subscription);
    assert.deepEqual([failed.last_delivered_at, failed.last_error], [null, "1 of 1 mails could not be sent."]);
    assert.ok(Date.parse(failed.next_delivery_date ?? "") < Date.now() + 310_000, "it is tried again");
  });
});
