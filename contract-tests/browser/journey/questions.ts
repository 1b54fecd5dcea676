import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { eventually } from "../../support/poll.ts";
import { FLAG, type Visit } from "./visits.ts";

interface Known {
  readonly visits: readonly Visit[];
  readonly shop: string;
}
/** Asks on the page with the list of questions, and throws unless the answer is the expected one. */
type Ask = (page: Page, known: Known) => Promise<void>;

const FIRST_DAY = "2026-03-02";
const LAST_DAY = "2026-03-07";

/** Begins a ready-made question or a kind, with its form open. */
export async function begin(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
  await page.getByText("Question", { exact: true }).waitFor();
  const form = page.locator("details", { has: page.getByText("Question", { exact: true }) });
  // On a phone, the form of a question that can be asked is folded.
  if ((await form.getAttribute("open")) === null) await page.getByText("Question", { exact: true }).click();
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole("combobox", { name: label, exact: true });
  await field.click();
  await field.pressSequentially(option);
  await page.getByRole("option").filter({ hasText: option }).first().click();
}

export async function fill(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(value);
  await field.blur();
}

export async function chooseDays(page: Page): Promise<void> {
  await page.getByLabel("Dates").selectOption({ label: "Between dates" });
  await fill(page, "From", FIRST_DAY);
  await fill(page, "To", LAST_DAY);
}

/** Waits until the first columns of the table are these, without parts of numbers and what only screen readers say. */
export async function expectRows(page: Page, what: string, expected: readonly (readonly string[])[]): Promise<void> {
  const columns = expected[0]?.length ?? 0;
  let rows: unknown;
  const isShown = async () => {
    rows = await page
      .locator(".result-table tbody tr")
      .evaluateAll(
        (all, count) =>
          all.map((row) =>
            [...row.children]
              .slice(0, count)
              .map((cell) => (cell.firstElementChild?.firstChild ?? cell.firstChild ?? cell).textContent),
          ),
        columns,
      );
    return isDeepStrictEqual(rows, expected);
  };
  await eventually(what, isShown).catch(() => assert.deepEqual(rows, expected, what));
}

/** What a team asks about the visits, each with what it clicks and what it must see. */
export const QUESTIONS: Readonly<Record<string, Ask>> = {
  "How many persons are active?": async (page) => {
    await begin(page, "Active users");
    await chooseDays(page);
    await expectRows(page, "active users", [
      ["2026-03-02", "24", "24", "24"],
      ["2026-03-03", "40", "48", "48"],
      ["2026-03-04", "40", "72", "72"],
      ["2026-03-05", "40", "96", "96"],
      ["2026-03-06", "40", "120", "120"],
      ["2026-03-07", "16", "120", "120"],
      ["Average", "33.33", "80", "80"],
    ]);
  },
  "Who is new, and who returns?": async (page) => {
    await begin(page, "New and returning");
    await chooseDays(page);
    await page.getByLabel("By", { exact: true }).selectOption("day");
    await expectRows(page, "new and returning", [
      ["2026-03-02", "24", "0", "0", "0"],
      ["2026-03-03", "24", "16", "0", "-8"],
      ["2026-03-04", "24", "16", "0", "-24"],
      ["2026-03-05", "24", "16", "0", "-24"],
      ["2026-03-06", "24", "16", "0", "-24"],
      ["2026-03-07", "0", "16", "0", "-24"],
    ]);
  },
  "Which pages are seen most?": async (page) => {
    await begin(page, "Top pages");
    await chooseDays(page);
    await expectRows(page, "pages", [
      ["/", "200", "120"],
      ["/bikes", "120", "120"],
      ["/checkout", "27", "27"],
    ]);
  },
  "Where do persons come from?": async (page) => {
    await begin(page, "Referrers");
    await chooseDays(page);
    await expectRows(page, "referrers", [
      ["$direct", "75", "217"],
      ["search.example", "30", "87"],
      ["news.example", "15", "43"],
    ]);
  },
  "How fast are the pages?": async (page) => {
    await begin(page, "Web vitals");
    await chooseDays(page);
    await expectRows(page, "web vitals", [["/bikes", "1,892.5"]]);
  },
  "On which pages are errors?": async (page) => {
    await begin(page, "Errors by page");
    await chooseDays(page);
    await expectRows(page, "errors", [["/bikes", "12", "12"]]);
  },
  "How many get from a look to an order, and who?": async (page) => {
    await begin(page, "Funnel");
    await choose(page, "Event of step 1", "$pageview");
    await choose(page, "Event of step 2", "bike added");
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await choose(page, "Event of step 3", "order placed");
    await chooseDays(page);
    await expectRows(page, "the funnel", [
      ["1. Page viewed", "120", "100%", "", ""],
      ["2. bike added", "40", "33.3%", "33.3%", "80"],
      ["3. order placed", "14", "11.7%", "35%", "26"],
    ]);
    await page.getByRole("button", { name: "Reached step 3" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("link", { name: "customer-6@shop.example", exact: true }).waitFor();
    assert.equal(await dialog.getByRole("row").count(), 1 + 14);
    assert.ok((await dialog.getByRole("link", { name: /^Recording/ }).count()) >= 14);
    await page.keyboard.press("Escape");
  },
  "How many see each variant of the experiment?": async (page, { visits }) => {
    await begin(page, "Trend");
    await choose(page, "Event of series a", "$feature_flag_called");
    await page.getByRole("button", { name: "Condition to series a" }).click();
    await page.getByRole("combobox", { name: "Property", exact: true }).fill("$feature_flag");
    await page.getByRole("combobox", { name: "Property", exact: true }).press("Enter");
    await fill(page, "Value", FLAG);
    await page.getByLabel("Count").selectOption({ label: "Unique persons" });
    await chooseDays(page);
    await page.getByLabel("Show").selectOption({ label: "One number" });
    await page.getByRole("button", { name: "By a property" }).click();
    const property = page.getByRole("combobox", { name: "Property to break down by" });
    await property.fill("$feature_flag_response");
    await property.press("Enter");
    const counts = ["control", "test"].map((variant) => {
      return { variant, count: visits.filter((visit) => visit.variant === variant).length };
    });
    assert.equal((counts[0]?.count ?? 0) + (counts[1]?.count ?? 0), 120);
    const rows = counts.toSorted((one, other) => other.count - one.count);
    await expectRows(
      page,
      "exposures",
      rows.map(({ variant, count }) => [variant, String(count)]),
    );
  },
  "What is sold for how much?": async (page) => {
    await begin(page, "Trend");
    await choose(page, "Event of series a", "order placed");
    await page.getByLabel("Count").selectOption({ label: "Sum of" });
    await page.getByRole("combobox", { name: "Property to calculate with" }).fill("price");
    await page.getByRole("combobox", { name: "Property to calculate with" }).press("Enter");
    await chooseDays(page);
    await page.getByLabel("Show").selectOption({ label: "One number" });
    await expectRows(page, "the sum", [["All", "125,860"]]);
  },
  "Who comes back on which day?": async (page) => {
    await begin(page, "Retention");
    await choose(page, "First event", "$pageview");
    await choose(page, "Returning event", "$pageview");
    await page.getByLabel("Period").selectOption({ label: "Days" });
    await fill(page, "How many", "6");
    await fill(page, "Up to (today if empty)", LAST_DAY);
    await expectRows(page, "retention", [
      ["2026-03-02", "24", "16", "0", "0", "0", "0"],
      ["2026-03-03", "24", "16", "0", "0", "0", ""],
      ["2026-03-04", "24", "16", "0", "0", "", ""],
      ["2026-03-05", "24", "16", "0", "", "", ""],
      ["2026-03-06", "24", "16", "", "", "", ""],
      ["2026-03-07", "0", "", "", "", "", ""],
    ]);
  },
  "Where do persons go from the start page?": async (page, { shop }) => {
    const start = shop.replace(/\/$/, "");
    await begin(page, "Paths");
    await chooseDays(page);
    await page.getByLabel("Screens").uncheck();
    await page.getByLabel("Other events").uncheck();
    await fill(page, "Begin at (anywhere if empty)", shop);
    await expectRows(page, "paths", [
      // The end of an address makes no other page.
      ["1", start, `${start}/bikes`, "120"],
      ["1", start, `${start}/checkout`, "27"],
    ]);
  },
  "Which plans do those have who sign in, and how many order?": async (page) => {
    await begin(page, "SQL");
    const sql = page.getByRole("textbox", { name: "SQL" });
    await sql.fill(`SELECT person.properties.plan AS plan, uniq(person_id) AS persons,
  countIf(event = 'order placed') AS orders
FROM events WHERE event IN ('$identify', 'order placed') GROUP BY plan ORDER BY plan`);
    await sql.press("Control+Enter");
    await expectRows(page, "plans", [
      ["free", "13", "0"],
      ["pro", "14", "14"],
    ]);
  },
};

/** Throws unless this many persons ordered. */
export async function expectOrders(page: Page, count: number): Promise<void> {
  await begin(page, "Trend");
  await choose(page, "Event of series a", "order placed");
  await page.getByLabel("Count").selectOption({ label: "Unique persons" });
  await chooseDays(page);
  await page.getByLabel("Show").selectOption({ label: "One number" });
  await expectRows(page, "orders", [["All", String(count)]]);
}
