import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { exchange } from "../../client/exchange.ts";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const DAY_MS = 86_400_000;
const DAYS = 8;
const PERSONS_A_DAY = 60;

describe("experiments in the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    if (IN_BROWSER.skip) return;
    running = await startConsole();
  });
  after(() => running?.close());

  const call = async (method: string, path: string, json?: object) => {
    const { tenant, server } = running;
    const headers = { authorization: `Bearer ${tenant.personalApiKey}`, "content-type": "application/json" };
    const body = json && JSON.stringify(json);
    const answer = await exchange(server.direct, {
      method,
      path: `/api/projects/${tenant.projectId}${path}`,
      headers,
      ...(body && { body }),
    });
    return { status: answer.status, body: JSON.parse(answer.bytes.toString() || "null") };
  };

  /** Sends persons of both variants, of whom more convert with test. */
  const sendPersons = async () => {
    const batch: object[] = [];
    for (let index = 0; index < DAYS * PERSONS_A_DAY; index += 1) {
      const day = Math.floor(index / PERSONS_A_DAY);
      const timestamp = new Date(Date.now() - (DAYS - day) * DAY_MS + 3_600_000).toISOString();
      const variant = index % 2 === 0 ? "control" : "test";
      const distinct_id = `guest ${index}`;
      const properties = { $feature_flag: "shorter-form", $feature_flag_response: variant, $browser: "Chrome" };
      batch.push({ event: "$feature_flag_called", distinct_id, timestamp, properties });
      const isBooked = (index * 37) % 100 < (variant === "test" ? 55 : 25);
      const later = new Date(Date.parse(timestamp) + 60_000).toISOString();
      if (isBooked) batch.push({ event: "bike booked", distinct_id, timestamp: later, properties: {} });
    }
    const body = JSON.stringify({ api_key: running.tenant.projectApiKey, batch });
    const headers = { "content-type": "application/json" };
    assert.equal(
      (await exchange(running.server.direct, { method: "POST", path: "/batch/", headers, body })).status,
      200,
    );
  };

  test("are planned, launched, read as a sentence with intervals, and shipped", async () => {
    const page = await running.open("/experiments");
    await page.getByRole("heading", { name: "There is no experiment yet" }).waitFor();
    await checkLooks(page, "experiments-empty");
    await page.getByRole("button", { name: "New experiment" }).click();
    await page.getByLabel("Name", { exact: true }).fill("A shorter form");
    await page.getByLabel("What you expect, and why").fill("Fewer fields make more guests book.");
    await page.getByLabel("Key of the flag").fill("shorter-form");
    await page.getByLabel("What persons should do more often").fill("bike booked");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "A shorter form" }).waitFor();
    await page.getByText("The experiment is not launched yet").waitFor();
    await checkLooks(page, "experiment-draft");
    await page.getByRole("button", { name: "Launch" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Launch" }).click();
    await page.getByText("Nobody has seen a variant yet.").waitFor();

    const { id } = (await call("GET", "/experiments")).body.results[0];
    const start_date = new Date(Date.now() - DAYS * DAY_MS).toISOString();
    assert.equal((await call("PATCH", `/experiments/${id}`, { start_date })).status, 200);
    await sendPersons();
    await eventually("all persons count", async () => {
      return (await call("GET", `/experiments/${id}/results`)).body.exposures.total === DAYS * PERSONS_A_DAY;
    });
    await page.reload();
    await page.getByText(/^Test converts \d+ % better \(between \d+ and \d+ %\); you can ship it\.$/).waitFor();
    await page.getByRole("img", { name: /test against the baseline/ }).waitFor();
    assert.match(await page.getByRole("row", { name: /^control/ }).innerText(), /240\s+26.3%/);
    await checkLooks(page, "experiment");

    await page.getByRole("button", { name: "Ship test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Ship test" }).click();
    await page.locator("dd", { hasText: /^won$/ }).waitFor();
    const { results } = (await call("GET", "/feature_flags?search=shorter-form")).body;
    assert.deepEqual(
      [results[0].active, results[0].filters.groups],
      [true, [{ properties: [], rollout_percentage: 100, variant: "test" }]],
    );
    await page.getByRole("link", { name: "Experiments" }).last().click();
    await page.getByText("Ended: won").waitFor();
    await checkLooks(page, "experiments");
    await page.close();
  });

  test("turn their flag off, and say what is wrong", async () => {
    const created = await call("POST", "/experiments", { name: "Blue button", feature_flag_key: "blue-button" });
    await call("PATCH", `/experiments/${created.body.id}`, { start_date: new Date(Date.now() - DAY_MS).toISOString() });
    const page = await running.open(`/experiments/${created.body.id}`);
    await page.getByText("Nobody has seen a variant yet.").waitFor();
    await page.getByRole("button", { name: "Turn the flag off" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Turn the flag off" }).click();
    await page.locator("dd", { hasText: /^lost$/ }).waitFor();
    const { results } = (await call("GET", "/feature_flags?search=blue-button")).body;
    assert.equal(results[0].active, false);
    await page.route("**/results", (route) =>
      route.fulfill({
        status: 503,
        json: { type: "server_error", code: "x", detail: "The engine failed.", attr: null },
      }),
    );
    await page.reload();
    await page.getByText("The engine failed.").waitFor();
    await page.close();
    const gone = await running.open("/experiments/999999");
    await gone.getByText("There is nothing at this address").waitFor();
    await gone.close();
  });
});
