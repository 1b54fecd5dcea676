import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { exchange } from "../../client/exchange.ts";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

describe("flags", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    running = await startConsole();
    for (const [name, plan] of [
      ["ada", "pro"],
      ["bob", "free"],
    ] as const) {
      await running.send({ event: "seen", distinct_id: name, $set: { plan, email: `${name}@shop.example` } });
    }
  });
  after(() => running?.close());

  const call = async (method: string, path: string, json?: object) => {
    const { server, tenant } = running;
    const headers = { "content-type": "application/json", authorization: `Bearer ${tenant.personalApiKey}` };
    const request = { method, path: `/api/projects/${tenant.projectId}${path}`, headers, body: JSON.stringify(json) };
    const { bytes } = await exchange(server.direct, request);
    return JSON.parse(bytes.toString());
  };
  const create = (key: string) => {
    return call("POST", "/feature_flags", { key, filters: { groups: [{ properties: [], rollout_percentage: 100 }] } });
  };
  /** Returns what a client with the public key is told. */
  const decide = async (flag: string, distinct_id = "ada") => {
    const { server, tenant } = running;
    const body = JSON.stringify({ api_key: tenant.projectApiKey, distinct_id });
    const headers = { "content-type": "application/json" };
    const { bytes } = await exchange(server.direct, { method: "POST", path: "/flags/", headers, body });
    const { enabled, variant } = JSON.parse(bytes.toString()).flags[flag] ?? {};
    return variant ?? enabled ?? false;
  };
  const saved = (page: Page) => page.getByRole("status").getByText("Saved.").waitFor();

  test("are created with errors at their fields, after a look at who would get them", async () => {
    const page = await running.open("/flags");
    await page.getByRole("heading", { name: "There is no flag yet" }).waitFor();
    await page.getByRole("link", { name: "New flag" }).click();
    await page.getByLabel("Key").fill("new checkout");
    await page.getByRole("button", { name: "Add a condition" }).click();
    const condition = page.getByRole("group", { name: "Condition 1 of rule 1" });
    await condition.getByLabel("Property").fill("plan");
    await condition.getByLabel("Value").fill("pro");
    await page.getByLabel("Share of them, in %").fill("101");
    await page.getByRole("button", { name: "Create flag" }).click();
    await page.locator("#main [aria-invalid=true]").waitFor();
    assert.equal(await page.getByLabel("Key").getAttribute("aria-invalid"), "true");
    await page.getByLabel("Key").fill("new-checkout");
    await page.getByRole("button", { name: "Create flag" }).click();
    const share = page.getByLabel("Share of them, in %");
    await page.locator("[aria-invalid=true]").and(share).waitFor();
    await page.getByRole("alert").getByText("Must be between 0 and 100.", { exact: true }).waitFor();
    await share.fill("100");

    await page.getByRole("button", { name: "Look" }).click();
    const row = page.getByRole("row", { name: /^On/ });
    await row.getByRole("link", { name: "ada@shop.example" }).waitFor();
    await page.getByRole("row", { name: /^Off/ }).getByRole("link", { name: "bob@shop.example" }).waitFor();
    await checkLooks(page, "flag-form");
    await page.getByRole("button", { name: "Create flag" }).click();
    await page.getByRole("heading", { level: 1, name: "new-checkout" }).waitFor();
    assert.equal((await call("GET", "/feature_flags?search=new-checkout")).results[0].active, false);
    await page.getByRole("switch", { name: "new-checkout is on" }).click();
    await page.getByText("it is live: 100 % with 1 condition").waitFor();
    await page.getByText("Then 1 of 2 persons gets it.").waitFor();
    await checkLooks(page, "flag-turned-on");
    await page.getByRole("button", { name: "Turn it on" }).click();
    await eventually("a client gets it", async () => (await decide("new-checkout")) === true);
    assert.equal(await decide("new-checkout", "bob"), false);
  });

  test("are switched on and off in the list, which a client with the public key sees", async () => {
    await create("banner");
    const page = await running.open("/flags");
    await page.getByLabel("Find a flag").fill("bann");
    const state = page.getByRole("switch", { name: "banner is on" });
    await page.getByRole("row").nth(2).waitFor({ state: "detached" });
    const turn = async (to: "on" | "off", says: string) => {
      await state.click();
      await page.getByRole("dialog").getByText(says).waitFor();
      await page.getByRole("button", { name: `Turn it ${to}` }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await turn("off", "Now 2 of 2 persons get it.");
    await eventually("it is off", async () => (await decide("banner")) === false);
    // The list is not loaded again meanwhile, so it still has the version before the first change.
    await page.route(/feature_flags\/?\?/, () => {});
    await turn("on", "it is live: 100 % of everyone.");
    await eventually("it is on", async () => (await decide("banner")) === true);
    await state.click();
    await page.getByRole("dialog").getByText("nobody gets it any more").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.ok(await state.isChecked(), "the switch shows what is true");
    await turn("off", "nobody gets it any more");
    await eventually("it is off again", async () => (await decide("banner")) === false);
    await page.unrouteAll();
    await page.getByLabel("Find a flag").fill("");
    await page.getByRole("link", { name: "new-checkout" }).waitFor();
    await checkLooks(page, "flags");
  });

  test("go live by the switch only: Enter goes on to the next field", async () => {
    const page = await running.open("/flags/new");
    await page.getByLabel("Key").fill("by-enter");
    const requests: string[] = [];
    page.on("request", (request) => request.method() !== "GET" && requests.push(request.url()));
    await page.getByLabel("Key").press("Enter");
    await page.locator(":focus").and(page.getByLabel("Description")).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(":focus").and(page.getByLabel("Share of them, in %")).waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await page.locator(":focus").and(page.getByLabel("Payload")).waitFor();
    assert.deepEqual(requests, []);
    await page.getByRole("button", { name: "Create flag" }).click();
    await page.getByRole("heading", { level: 1, name: "by-enter" }).waitFor();
    await page.getByLabel("Description").fill("typed");
    await page.getByLabel("Description").press("Enter");
    await page.locator(":focus").and(page.getByLabel("Share of them, in %")).waitFor();
    await page.getByRole("switch", { name: "by-enter is on" }).click();
    await page.getByRole("button", { name: "Turn it on" }).click();
    await page.getByText("what you save is live within 2 seconds").waitFor();
    assert.equal(await page.getByLabel("Description").inputValue(), "typed", "the switch keeps what is edited");
    await page.getByRole("button", { name: "Save" }).click();
    await saved(page);
    const [flag] = (await call("GET", "/feature_flags?search=by-enter")).results;
    assert.deepEqual([flag.active, flag.name], [true, "typed"]);
  });

  test("have variants with payloads, and code with the project's key", async () => {
    const { id } = await create("button-color");
    const page = await running.open(`/flags/${id}`);
    await page.getByRole("button", { name: "Use variants" }).click();
    await page.getByLabel("Key").nth(1).fill("blue");
    await page.getByLabel("Payload of blue").fill('{"size": 12345678901234567890}');
    await page.getByLabel("Share, in %").nth(0).fill("0");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("must sum to 100").waitFor();
    await page.getByLabel("Share, in %").nth(1).fill("100");
    await page.getByRole("button", { name: "Save" }).click();
    await saved(page);
    await eventually("a client gets the variant", async () => (await decide("button-color")) === "blue");
    assert.equal(await page.getByLabel("Payload of blue").inputValue(), '{"size": 12345678901234567890}');
    await checkLooks(page, "flag-variants");

    await page.getByRole("tab", { name: "Code" }).click();
    for (const library of ["JavaScript", "Python", "OpenFeature", "curl"]) {
      await page.getByLabel("Library").selectOption(library);
      await page
        .locator("pre")
        .filter({ hasText: running.tenant.projectApiKey })
        .filter({ hasText: "button-color" })
        .waitFor();
    }
    await checkLooks(page, "flag-code");
    await page.getByRole("link", { name: "Exposures" }).click();
    await page.getByRole("heading", { level: 1, name: "Exposures of button-color" }).waitFor();
  });

  test("are not overwritten: who changed what meanwhile is shown, and the person chooses", async () => {
    const { id } = await create("shared");
    const page = await running.open(`/flags/${id}`);
    await page.getByLabel("Description").fill("Mine");
    await call("PATCH", `/feature_flags/${id}`, { name: "Theirs" });
    await page.getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("status").filter({ hasText: "someone else changed this flag meanwhile" });
    await conflict.getByText('"Theirs"').waitFor();
    await checkLooks(page, "flag-conflict");
    await conflict.getByRole("button", { name: "Replace theirs with mine" }).click();
    await saved(page);
    assert.equal((await call("GET", `/feature_flags/${id}`)).name, "Mine");

    await call("PATCH", `/feature_flags/${id}`, { name: "Theirs again" });
    await page.getByLabel("Description").fill("Mine again");
    await page.getByRole("button", { name: "Save" }).click();
    await conflict.getByRole("button", { name: "Discard mine, show theirs" }).click();
    await conflict.waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("Description").inputValue(), "Theirs again");

    await page.getByRole("tab", { name: "Activity" }).click();
    await page.getByRole("row").filter({ hasText: '"Mine"' }).first().waitFor();
    await checkLooks(page, "flag-activity");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the flag" }).click();
    await page.getByRole("heading", { level: 1, name: "Flags" }).waitFor();
    await eventually("nobody gets it", async () => (await decide("shared")) === false);
    await page.goBack();
    await page.getByRole("button", { name: "Restore it" }).click();
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.getByLabel("Description").waitFor();
    await eventually("it is back", async () => (await decide("shared")) === true);
  });

  test("are for devices and some programs, change at a time, and are copied", async () => {
    const { server, tenant } = running;
    const json = JSON.stringify({ name: "Rental" });
    const headers = { "content-type": "application/json", authorization: `Bearer ${tenant.personalApiKey}` };
    const inOrganization = `/api/organizations/${tenant.organizationId}/projects`;
    const made = await exchange(server.direct, { method: "POST", path: inOrganization, headers, body: json });
    const { id: other } = JSON.parse(made.bytes.toString());
    const { id } = await create("scheduled");
    await call("PATCH", `/feature_flags/${id}`, { active: false });
    const page = await running.open(`/flags/${id}`);
    await page.getByLabel("Shares are of").selectOption("Devices");
    await page.getByLabel("Programs that get it").selectOption("Browsers and apps");
    await page.getByLabel("Contexts").fill("docs, blog,");
    await page.getByRole("button", { name: "Save" }).click();
    await saved(page);
    const { bucketing_identifier, evaluation_runtime, evaluation_contexts } = await call("GET", `/feature_flags/${id}`);
    assert.deepEqual([bucketing_identifier, evaluation_runtime], ["device_id", "client"]);
    assert.deepEqual(evaluation_contexts, ["docs", "blog"]);
    assert.equal(await page.getByLabel("Contexts").inputValue(), "docs, blog");
    await checkLooks(page, "flag-devices");

    await page.getByRole("tab", { name: "Schedule" }).click();
    await page.getByRole("heading", { name: "No change is scheduled" }).waitFor();
    const schedule = async (what: string, fill: () => Promise<void>) => {
      await page.getByRole("button", { name: "Schedule a change" }).click();
      await page.getByLabel("What").selectOption(what);
      await fill();
      await checkLooks(page, `flag-schedule-${what.length}`);
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await schedule("Give it to a share of everyone", () => page.getByLabel("Share, in %").fill("25"));
    await page
      .getByRole("row", { name: /Add 25 % of everyone/ })
      .getByText("Scheduled", { exact: true })
      .waitFor();
    await schedule("Turn it on", async () => {
      await page.getByLabel("When", { exact: true }).fill("2026-01-01T08:00");
      await page.getByLabel("Again and again").selectOption("No");
    });
    await eventually("it is on", async () => (await call("GET", `/feature_flags/${id}`)).active);
    await page.reload();
    await page
      .getByRole("row", { name: /Turn it on/ })
      .getByText("Made")
      .waitFor();
    await checkLooks(page, "flag-schedule");
    await page.getByRole("button", { name: "Remove Add 25 % of everyone" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("row", { name: /Add 25 %/ }).waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByLabel("Rental").click();
    await checkLooks(page, "flag-copy");
    await page.getByRole("button", { name: "Copy the flag" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const path = `/api/projects/${other}/feature_flags?search=scheduled`;
    const { bytes } = await exchange(server.direct, { method: "GET", path, headers });
    assert.deepEqual(JSON.parse(bytes.toString()).results[0].evaluation_contexts, ["docs", "blog"]);
  });

  test("are listed by their state", async () => {
    const { id } = await create("idle");
    await call("PATCH", `/feature_flags/${id}`, { active: false });
    const page = await running.open("/flags?active=false");
    await page.getByRole("link", { name: "idle" }).waitFor();
    await page.getByLabel("State").selectOption("Stale");
    await page.getByRole("heading", { name: "No flag is like this" }).waitFor();
    await page.getByRole("button", { name: "Show all flags" }).click();
    await page.getByRole("link", { name: "idle" }).waitFor();
    await page.getByLabel("State").selectOption("On");
    await page.getByRole("link", { name: "idle" }).waitFor({ state: "detached" });
    await checkLooks(page, "flags-on");
  });
});
