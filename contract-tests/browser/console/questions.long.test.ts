import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Page, Route } from "playwright-core";
import { exchange } from "../../client/exchange.ts";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";
import { FIRST_DAY, LAST_DAY, SESSION, sendKnownEvents } from "./known-events.ts";

const TREND = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "view" }] };

describe("questions", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    running = await startConsole();
    await sendKnownEvents(running);
  });
  after(() => running?.close());

  /** Begins a question of a kind, or a ready-made one. */
  const begin = async (name: string) => {
    const page = await running.open("/questions");
    await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    return page;
  };
  const choose = async (page: Page, label: string, typed: string, option = typed) => {
    const field = page.getByRole("combobox", { name: label, exact: true });
    await field.click();
    await field.pressSequentially(typed);
    await page.getByRole("option", { name: new RegExp(`^${option}`) }).click();
  };
  const fill = async (page: Page, label: string, value: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(value);
    await field.blur();
  };
  const chooseDays = async (page: Page) => {
    await page.getByLabel("Dates").selectOption({ label: "Between dates" });
    await fill(page, "From", FIRST_DAY);
    await fill(page, "To", LAST_DAY);
  };
  /** Waits until the table has these rows; what only screen readers say, and parts of numbers, are left out. */
  const expectRows = async (page: Page, expected: readonly (readonly string[])[]) => {
    const read = () =>
      page
        .locator(".result-table tbody tr")
        .evaluateAll((rows) =>
          rows.map((row) =>
            [...row.children].map(
              (cell) => (cell.firstElementChild?.firstChild ?? cell.firstChild ?? cell).textContent,
            ),
          ),
        );
    let rows: unknown;
    const isShown = async () => {
      rows = await read();
      return isDeepStrictEqual(rows, expected);
    };
    await eventually("the table has the rows", isShown, 20_000).catch(() => assert.deepEqual(rows, expected));
  };

  test("a trend: events, persons, a breakdown, and the persons behind a number with their recordings", async () => {
    const page = await begin("Trend");
    await choose(page, "Event of series a", "vie", "view");
    await chooseDays(page);
    const days = [FIRST_DAY, "2026-03-10", LAST_DAY];
    const each = days.map((day, index) => [day, ["2", "1", "1"][index] ?? ""]);
    await expectRows(page, [...each, ["Together", "4"], ["Average", "1.33"]]);
    const picture = page.waitForEvent("download");
    await page.getByRole("button", { name: "PNG" }).click();
    const file = await picture;
    if (process.env["CONSOLE_PICTURES"]) await file.saveAs(`${process.env["CONSOLE_PICTURES"]}/trend-of-a-chart.png`);
    const bytes = readFileSync(await file.path());
    assert.deepEqual([bytes.toString("latin1", 1, 4), file.suggestedFilename()], ["PNG", "New-trend.png"]);
    assert.ok(bytes.readUInt32BE(16) > 1000 && bytes.readUInt32BE(20) > 600, "it has the chart and what its line is");
    await page.getByLabel("Count").selectOption({ label: "Unique persons" });
    await expectRows(page, [...each, ["Average", "1.33"]]);
    await checkLooks(page, "questions-trend");
    await page.getByRole("button", { name: `2 : show who (view: unique persons, ${FIRST_DAY})` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("link", { name: "ada@shop.example" }).waitFor();
    assert.equal(await dialog.getByRole("row").count(), 3);
    const recording = dialog.getByRole("link", { name: "Recording 1" });
    assert.ok((await recording.getAttribute("href"))?.endsWith(`/recordings/${SESSION}`));
    await checkLooks(page, "questions-persons");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save all as CSV" }).click();
    const [head, ...persons] = readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\r\n");
    assert.equal(head, "Who,Email,Id,Distinct ids,Events");
    assert.equal(persons.length, 2);
    assert.match(persons.toSorted().join("\n"), /^ada@shop\.example,ada@shop\.example,[-0-9a-f]{36},ada.*,1\nbob/);
    await page.keyboard.press("Escape");
    await page.getByLabel("Show").selectOption({ label: "One number" });
    await page.getByRole("button", { name: "By a property" }).click();
    const property = page.getByRole("combobox", { name: "Property to break down by" });
    await property.fill("plan");
    await property.press("Enter");
    await expectRows(page, [
      ["free", "2"],
      ["pro", "1"],
    ]);
  });

  test("a formula of series, whose mistakes are named", async () => {
    const page = await begin("Trend");
    await choose(page, "Event of series a", "vie", "view");
    await chooseDays(page);
    await page.getByRole("button", { name: "Series", exact: true }).click();
    await choose(page, "Event of series b", "vie", "view");
    await fill(page, "Formula", "(A + B) * 10 / 2");
    const days = [FIRST_DAY, "2026-03-10", LAST_DAY];
    await expectRows(
      page,
      days.map((day, index) => [day, ["20", "10", "10"][index] ?? ""]),
    );
    await checkLooks(page, "questions-formula");
    await fill(page, "Formula", "A / C");
    await page.getByText("at trendsFilter › formula").waitFor();
    await fill(page, "Formula", "");
    await page.locator(".result-table th").getByText("view").first().waitFor();
    await page.close();
  });

  test("a line far below the others has an axis of its own", async () => {
    const select = "SELECT toStartOfDay(timestamp) AS day, count() * 1000 AS views, count() / 8 AS rate";
    const query = `${select} FROM events WHERE event = 'view' GROUP BY day ORDER BY day`;
    const page = await running.open(
      `/questions/ask?${new URLSearchParams({ q: JSON.stringify({ kind: "HogQLQuery", query }), name: "Rates" })}`,
    );
    await page.getByText("rate (right axis)").waitFor();
    assert.equal(await page.getByText("views (right axis)").count(), 0);
    await checkLooks(page, "questions-two-axes");
    await page.close();
  });

  test("a funnel: how many get through, and who left", async () => {
    const page = await begin("Funnel");
    await page.getByText("Choose the next step of the funnel.").waitFor();
    await choose(page, "Event of step 1", "view");
    const second = page.getByRole("combobox", { name: "Event of step 2", exact: true });
    await second.press("ArrowDown");
    await second.pressSequentially("bu");
    await page.getByRole("option", { name: /^buy/ }).waitFor();
    await second.press("ArrowDown");
    await second.press("Enter");
    await chooseDays(page);
    await expectRows(page, [
      ["1. view", "3", "100%", "", "", ""],
      ["2. buy", "1", "33.3%", "33.3%", "2", "1 min 30 s"],
    ]);
    await checkLooks(page, "questions-funnel");
    await page.getByRole("button", { name: "Left before step 2" }).click();
    await page.getByRole("dialog").getByRole("cell", { name: "bob" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await fill(page, "All steps within", "1");
    await page.getByLabel("Unit").selectOption({ label: "minutes" });
    await expectRows(page, [
      ["1. view", "3", "100%", "", "", ""],
      ["2. buy", "0", "0%", "0%", "3", "–"],
    ]);
  });

  test("retention, as a link shows it to someone else", async () => {
    const page = await begin("Retention");
    await choose(page, "First event", "view");
    await choose(page, "Returning event", "view");
    await page.getByLabel("Period").selectOption({ label: "Days" });
    await fill(page, "How many", "3");
    await fill(page, "Up to (today if empty)", LAST_DAY);
    const expected = [
      [FIRST_DAY, "2", "1", "0"],
      ["2026-03-10", "0", "0", ""],
      [LAST_DAY, "1", "", ""],
    ];
    await expectRows(page, expected);
    await checkLooks(page, "questions-retention");
    const other = await running.open(page.url().replace(/^.*?\/projects\/\d+/, ""));
    await expectRows(other, expected);
  });

  test("SQL, with its mistakes at their place, and its rows as a file without formulas", async () => {
    const page = await begin("SQL");
    const sql = page.getByRole("textbox", { name: "SQL" });
    await sql.fill("SELECT nothing FROM events");
    await sql.press("Control+Enter");
    await page.getByText('Referenced column "nothing" not found').waitFor();
    assert.equal(await sql.getAttribute("aria-invalid"), "true");
    await sql.fill("SELECT event, properties.plan AS plan FROM events WHERE event LIKE 'sum%'");
    await page.getByRole("button", { name: "Run" }).click();
    await expectRows(page, [["sum <b>x</b>", "=1+1"]]);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    const file = await (await download).path();
    assert.equal(readFileSync(file, "utf8"), '\uFEFFevent,plan\r\nsum <b>x</b>,"\'=1+1"\r\n');
    await checkLooks(page, "questions-sql");
  });

  test("ready-made: pages, and what to send where there is nothing yet", async () => {
    const page = await begin("Top pages");
    await expectRows(page, [
      ["/bikes", "3", "2"],
      ["/help", "1", "1"],
    ]);
    await checkLooks(page, "questions-pages");
    const vitals = await begin("Web vitals");
    await vitals.getByText("capture_performance: { web_vitals: true }").waitFor();
    await checkLooks(vitals, "questions-nothing");
  });

  test("a question is saved, changed, renamed and deleted", async () => {
    const page = await begin("Top pages");
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Pages <i>");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Pages <i>" }).waitFor();
    await page.getByLabel("Dates").selectOption({ label: "Last 7 days" });
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" });
    await page.reload();
    assert.equal(await page.getByLabel("Dates").inputValue(), "-7d");
    await page.getByRole("button", { name: "Rename" }).click();
    await dialog.getByLabel("Name").fill("Pages");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { level: 1, name: "Pages", exact: true }).waitFor();
    await page.getByRole("link", { name: "Questions" }).last().click();
    await page.getByRole("link", { name: "Pages", exact: true }).waitFor();
    await checkLooks(page, "questions");
    await page.getByRole("link", { name: "Pages", exact: true }).click();
    await page.getByLabel("Dates").selectOption({ label: "Last 90 days" });
    await page.getByRole("button", { name: "Save as new" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Pages (2)", exact: true }).waitFor();
    assert.equal(await page.getByLabel("Dates").inputValue(), "-90d");
    assert.equal(await page.getByRole("button", { name: "Save changes" }).count(), 0);
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "Pages", exact: true }).click();
    await page.getByLabel("Dates").waitFor();
    assert.equal(await page.getByLabel("Dates").inputValue(), "-7d", "the first one is as it was saved");
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "No question is saved yet" }).waitFor();
  });

  test("a question that takes long can be cancelled, and one that takes too long says so", async () => {
    const page = await running.open("/live");
    const held: Route[] = [];
    await page.route("**/query", (route) => void held.push(route));
    await page.getByRole("link", { name: "Questions" }).click();
    await page.getByRole("link", { name: /^Top pages/ }).click();
    await page.getByText("Asking…").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled.").waitFor();
    const detail = "The question takes too long: ask for a shorter time, or for less.";
    const json = { type: "validation_error", code: "query_limit_exceeded", detail };
    await page.unroute("**/query");
    await page.route("**/query", (route) => route.fulfill({ status: 400, json }));
    await page.getByLabel("Dates").selectOption({ label: "All time" });
    await page.getByRole("alert").getByText(detail).waitFor();
    await page.unroute("**/query");
    await page.getByRole("button", { name: "Try again" }).click();
    await expectRows(page, [
      ["/bikes", "3", "2"],
      ["/help", "1", "1"],
    ]);
    assert.ok(held.length > 0);
  });

  test("a link that someone made up is no question, and nothing breaks", async () => {
    for (const question of [{ kind: "TrendsQuery" }, { ...TREND, breakdownFilter: { breakdowns: "<b>" } }]) {
      const page = await running.open(`/questions/ask?${new URLSearchParams({ q: JSON.stringify(question) })}`);
      await page.getByRole("heading", { name: "This link has no question that can be shown" }).waitFor();
    }
  });

  test("a question in the frame of another tool is shown, and keeps its frame when it is changed", async () => {
    const { server, tenant } = running;
    const path = `/api/projects/${tenant.projectId}/insights`;
    const headers = { "content-type": "application/json", authorization: `Bearer ${tenant.personalApiKey}` };
    const body = JSON.stringify({ name: "Framed", query: { kind: "InsightVizNode", source: TREND, showTable: true } });
    const { bytes } = await exchange(server.direct, { method: "POST", path, headers, body });
    const { short_id } = JSON.parse(bytes.toString());
    const page = await running.open(`/questions/saved/${short_id}`);
    await chooseDays(page);
    await expectRows(page, [
      [FIRST_DAY, "2"],
      ["2026-03-10", "1"],
      [LAST_DAY, "1"],
      ["Together", "4"],
      ["Average", "1.33"],
    ]);
    await page.getByLabel("Without staff and test users").check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" });
    const saved = await exchange(server.direct, { method: "GET", path: `${path}/${short_id}`, headers });
    const dateRange = { date_from: FIRST_DAY, date_to: LAST_DAY };
    assert.deepEqual(JSON.parse(saved.bytes.toString()).query, {
      kind: "InsightVizNode",
      source: { ...TREND, dateRange, filterTestAccounts: true },
      showTable: true,
    });
  });

  test("a saved question has fields for its variables, and goes to a dashboard", async () => {
    const { server, tenant } = running;
    const query = "SELECT event, count() AS n FROM events GROUP BY event HAVING n >= {variables.least} ORDER BY event";
    const variables = [{ name: "least", type: "Number", default: 4, description: "How many at least" }];
    const { bytes } = await exchange(server.direct, {
      method: "POST",
      path: `/api/projects/${tenant.projectId}/insights`,
      headers: { "content-type": "application/json", authorization: `Bearer ${tenant.personalApiKey}` },
      body: JSON.stringify({ name: "Frequent", query: { kind: "HogQLQuery", query }, variables }),
    });
    const page = await running.open(`/questions/saved/${JSON.parse(bytes.toString()).short_id}`);
    const frequent = [
      ["$pageview", "4"],
      ["view", "4"],
    ];
    await expectRows(page, frequent);
    await fill(page, "least", "5");
    await page.getByRole("heading", { name: "Nothing found" }).waitFor();
    await fill(page, "least", "");
    await page.getByText("Fill in the variables.").waitFor();
    await page.getByRole("button", { name: "Add to a dashboard" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New dashboard" }).click();
    await page.getByRole("heading", { level: 1, name: "Frequent" }).waitFor();
    await expectRows(page, frequent);
  });
});
