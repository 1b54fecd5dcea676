import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { exchange } from "../../client/exchange.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const SCHEMA = { type: "object", properties: { plan: { enum: ["free", "pro"] } }, required: ["plan"] };
/** After so long a change is known to the service. */
const EFFECT_MS = 2000;

describe("the tracking plan", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    running = await startConsole();
  });
  after(() => running?.close());

  const create = async (page: Page, event: string) => {
    await page.getByRole("link", { name: "New event schema" }).click();
    await page.getByRole("heading", { level: 1, name: "New event schema" }).waitFor();
    await page.getByLabel("Event", { exact: true }).fill(event);
    await page.getByText("As JSON").click();
    await page.getByLabel("Schema", { exact: true }).fill(JSON.stringify(SCHEMA));
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: event }).waitFor();
  };
  const editSchema = async (page: Page, schema: string) => {
    await page.getByLabel("Schema", { exact: true }).fill(schema);
    await page.getByRole("button", { name: "Save" }).click();
  };

  test("has schemas, whose faults are shown at the field, and whose breaking changes are confirmed", async () => {
    const page = await running.open("/plan");
    await page.getByRole("heading", { name: "No event has a schema yet" }).waitFor();
    await create(page, "signed up");
    await page.getByText("As JSON").click();
    await editSchema(page, "{");
    await page.getByText(/This is no JSON yet/).waitFor();
    await editSchema(page, JSON.stringify({ ...SCHEMA, properties: { plan: { type: "text" } } }));
    await page
      .getByText(/^properties\.plan\.type must be one of "string"/)
      .first()
      .waitFor();
    await checkLooks(page, "plan-fault");
    await editSchema(page, JSON.stringify({ ...SCHEMA, required: ["plan", "seats"] }));
    await page.getByText(/seats becomes required/).waitFor();
    await page.getByLabel("Change it although valid events could become invalid").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Version 2 is saved.").waitFor();
    await page.getByRole("button", { name: "Edit version 1" }).click();
    assert.deepEqual(JSON.parse(await page.getByLabel("Schema", { exact: true }).inputValue()), SCHEMA);
    await page.getByLabel("If an event violates the schema").selectOption("refuse");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Version 3 is saved.").waitFor();
    await page.reload();
    assert.equal(await page.getByLabel("If an event violates the schema").inputValue(), "refuse");
  });

  test("describes the properties of events that arrived, and has fields for them", async () => {
    for (const [plan, seats] of [
      ["free", 1],
      ["pro", 2.5],
    ]) {
      await running.send({ event: "upgraded", distinct_id: "ada", properties: { plan, seats, $lib: "web" } });
    }
    const page = await running.open("/live");
    await page.getByRole("button", { name: "upgraded" }).nth(1).waitFor();
    await page.getByRole("link", { name: "Tracking plan" }).click();
    await page.getByRole("link", { name: "New event schema" }).click();
    await page.getByLabel("Event", { exact: true }).fill("none such");
    await page.getByRole("button", { name: "Describe them from its events" }).click();
    await page.getByText("No event of this name has arrived").waitFor();
    await page.getByLabel("Event", { exact: true }).fill("upgraded");
    await page.getByRole("button", { name: "Describe them from its events" }).click();
    const plan = page.getByRole("group", { name: "plan" });
    await plan.waitFor();
    assert.equal(await plan.getByLabel("Type").inputValue(), "string");
    assert.equal(await page.getByRole("group", { name: "seats" }).getByLabel("Type").inputValue(), "number");
    assert.ok(await plan.getByLabel("Always there").isChecked());
    await plan.getByLabel("Allowed values").fill("free, pro, team");
    await page.getByRole("group", { name: "seats" }).getByLabel("Always there").uncheck();
    await page.getByLabel("Another property").fill("coupon");
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "coupon" }).waitFor();
    await checkLooks(page, "plan-form");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "upgraded" }).waitFor();
    assert.deepEqual(JSON.parse(await page.getByLabel("Schema", { exact: true }).inputValue()), {
      type: "object",
      properties: {
        plan: { type: "string", enum: ["free", "pro", "team"] },
        seats: { type: "number" },
        coupon: { type: "string" },
      },
      required: ["plan"],
    });
  });

  test("shows violations with examples, and deletes schemas", async () => {
    const page = await running.open("/plan");
    await create(page, "opened");
    await page.getByText("No event has violated the schema.").waitFor();
    await sleep(EFFECT_MS);
    const { server, tenant } = running;
    const batch = ["gold", "silver"].map((plan) => ({ event: "opened", distinct_id: "ada", properties: { plan } }));
    await exchange(server.direct, {
      method: "POST",
      path: "/batch/",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ api_key: tenant.projectApiKey, batch }),
    });
    const violations = page.getByRole("region", { name: "Violations of version 1" });
    for (let attempt = 0; attempt < 50 && !(await violations.isVisible()); attempt++) {
      await page.getByRole("button", { name: "Refresh" }).click();
      await sleep(200);
    }
    await violations.getByText("2 events").waitFor();
    await violations.getByText('must be one of "free", "pro"').first().click();
    await violations.getByText("silver").waitFor();
    await checkLooks(page, "plan-violations");
    await page.getByRole("link", { name: "Tracking plan" }).first().click();
    await page.getByRole("row", { name: /^opened Stored 1 2 / }).waitFor();
    await checkLooks(page, "plan-list");
    await page.getByRole("link", { name: "opened" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("row", { name: /^signed up/ }).waitFor();
    assert.equal(await page.getByRole("link", { name: "opened" }).count(), 0);
  });
});
