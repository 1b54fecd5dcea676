import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const PERSONS = { ada: "pro", bob: "pro", cy: "free" };

describe("cohorts in the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let page: Page;
  before(async () => {
    if (IN_BROWSER.skip) return;
    running = await startConsole();
    for (const [name, plan] of Object.entries(PERSONS)) {
      const properties = { $set: { plan } };
      await running.send({ event: "signed up", distinct_id: name, properties });
    }
    for (const price of [5, 50]) await running.send({ event: "bought", distinct_id: "ada", properties: { price } });
    await running.send({ event: "bought", distinct_id: "cy" });
    page = await running.open("/cohorts");
  });
  after(() => running?.close());

  const persons = () => page.getByRole("table", { name: "Persons of the cohort" }).getByRole("link");
  const expectPersons = (...names: string[]) =>
    eventually(`the cohort has ${names}`, async () => {
      await page.reload();
      await page.getByText(/^(\d+ persons?, counted|Not counted yet)/).waitFor();
      await page.getByRole("heading", { name: "Nobody is in it" }).or(persons().first()).waitFor();
      return String((await persons().allTextContents()).sort()) === String(names);
    });
  const group = (number: number, of = 1) => page.getByRole("group", { name: `Condition ${number} of group ${of}` });
  const chooseEvent = async (number: number, event: string) => {
    await group(number).getByRole("combobox", { name: "Event", exact: true }).fill(event);
    await page.getByRole("option", { name: new RegExp(`^${event}`) }).click();
  };

  test("are defined by properties and by what persons did", async () => {
    await page.getByRole("heading", { name: "There is no cohort yet" }).waitFor();
    await checkLooks(page, "cohorts-none");
    await page.getByRole("link", { name: "New cohort" }).click();
    await page.getByLabel("Name").fill("Buyers");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("Fill in all conditions, or remove those that you do not need.").waitFor();
    await group(1).getByRole("combobox", { name: "Property" }).fill("plan");
    await page.keyboard.press("Enter");
    await group(1).getByLabel("Value").fill("pro");
    await page.getByRole("button", { name: "Condition to group 1" }).click();
    await group(2).getByLabel("About").selectOption("What they did");
    await chooseEvent(2, "bought");
    await checkLooks(page, "cohorts-new");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "Buyers" }).waitFor();
    await expectPersons("ada");
    await checkLooks(page, "cohort");
  });

  test("are edited: each behavior, several groups, and what the service refuses", async () => {
    const save = async () => {
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.").waitFor();
    };
    await page.getByRole("combobox", { name: "Who meets" }).selectOption("one of these conditions");
    await save();
    await expectPersons("ada", "bob", "cy");
    await page.getByRole("button", { name: "Remove condition 1 of group 1" }).click();
    await group(1).getByLabel("What they did").selectOption("did several times");
    await save();
    await expectPersons("ada");
    await group(1).getByLabel("What they did").selectOption("stopped doing");
    await group(1).getByLabel("but not in the last: how many").fill("60");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("This is longer than the time in which it happened.").waitFor();
    await group(1).getByLabel("What they did").selectOption("did, and then something else");
    await group(1).getByRole("combobox", { name: "Event that follows" }).fill("bought");
    await page.keyboard.press("Enter");
    await checkLooks(page, "cohort-sequence");
    await save();
    await group(1).getByLabel("What they did").selectOption("did not do");
    await page.getByRole("button", { name: "Add a group" }).click();
    await group(1, 2).getByRole("combobox", { name: "Property" }).fill("plan");
    await page.keyboard.press("Enter");
    await group(1, 2).getByLabel("Value").fill("free");
    await checkLooks(page, "cohort-groups");
    await save();
    await expectPersons("bob", "cy");
    await page.getByRole("combobox", { name: "Who meets", exact: true }).selectOption("all of these groups");
    await save();
    await expectPersons();
    assert.equal(await page.getByRole("button", { name: "Remove group 2" }).count(), 1);
    await page.getByRole("button", { name: "Remove group 1" }).click();
    await save();
    await expectPersons("cy");
    const [{ filters }] = (await running.request("GET", "cohorts")).results;
    assert.deepEqual(filters.properties, {
      type: "AND",
      values: [{ type: "person", key: "plan", operator: "exact", value: "free" }],
    });
  });

  test("keep what only programs write", async () => {
    const seen = { type: "behavioral", key: "bought", value: "performed_event", explicit_datetime: "-12d" };
    const plan = { type: "person", key: "plan", operator: "exact", value: ["pro", "free"] };
    const filters = {
      properties: {
        type: "OR",
        values: [
          { type: "AND", values: [seen] },
          { type: "OR", values: [plan] },
        ],
      },
    };
    const { id } = await running.request("POST", "cohorts", { name: "Theirs", filters });
    await page.goto(page.url().replace(/cohorts.*/, `cohorts/${id}`));
    await page.getByRole("heading", { level: 1, name: "Theirs" }).waitFor();
    assert.equal(await group(1).getByLabel("Since").inputValue(), "-12d");
    await page.getByLabel("Description").fill("Of a program");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    const saved = await running.request("GET", `cohorts/${id}`);
    assert.deepEqual(saved.filters, filters);
    assert.equal(saved.description, "Of a program");
  });

  test("list persons, from a file, by hand, or from the answer to a question", async () => {
    await page.getByRole("link", { name: "Cohorts" }).first().click();
    await page.getByRole("link", { name: "New cohort" }).click();
    await page.getByLabel("Name").fill("Beta");
    await page.getByLabel("A list of persons, instead of conditions").check();
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "Nobody is in it" }).waitFor();
    const buffer = Buffer.from("email,distinct_id\nx@acme.example,ada\ny@acme.example,nobody\n");
    await page.getByLabel("Or from a file").setInputFiles({ name: "beta.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Added, except whom the project does not know.").waitFor();
    await page.getByLabel("Distinct ids").fill("cy");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expectPersons("ada", "cy");
    await checkLooks(page, "cohort-list");
    await page.getByRole("button", { name: "Remove cy" }).click();
    await page.getByRole("link", { name: "cy" }).waitFor({ state: "detached" });

    const query = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "bought" }], interval: "day" };
    const q = encodeURIComponent(JSON.stringify(query));
    const asking = await running.open(`/questions/ask?q=${q}`);
    await asking
      .getByRole("button", { name: /^3 : show who/ })
      .last()
      .click();
    await asking.getByRole("dialog").getByRole("button", { name: "Save as cohort" }).click();
    await asking.getByLabel("Name").fill("Bought");
    await asking.getByRole("button", { name: "Save", exact: true }).last().click();
    await asking.getByRole("heading", { level: 1, name: "Bought" }).waitFor();
    await asking.getByText("2 persons, counted").waitFor();
    await asking.getByRole("link", { name: "Their visits" }).click();
    await asking.getByRole("button", { name: "Remove In Bought" }).waitFor();
    await asking.close();
  });

  test("decide flags, and are deleted once nothing uses them", async () => {
    const flag = await running.open("/flags/new");
    await flag.getByLabel("Key").fill("beta");
    await flag.getByRole("button", { name: "Add a condition" }).click();
    const condition = flag.getByRole("group", { name: "Condition 1 of rule 1" });
    await condition.getByLabel("Of what").selectOption("Cohort");
    await condition.getByLabel("Cohort", { exact: true }).selectOption("Beta");
    await checkLooks(flag, "flag-cohort");
    await flag.getByRole("button", { name: "Create" }).click();
    await flag.getByRole("heading", { level: 1, name: "beta" }).waitFor();
    await flag.close();
    const remove = async () => {
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    };
    await remove();
    await page.getByRole("dialog").getByText("the flag beta").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Cohorts" }).first().click();
    await page.getByRole("row", { name: /^Beta 1/ }).waitFor();
    await checkLooks(page, "cohorts");
    await page.getByRole("link", { name: "Bought" }).click();
    await page.getByRole("heading", { level: 1, name: "Bought" }).waitFor();
    await remove();
    await page.getByRole("heading", { level: 1, name: "Cohorts" }).waitFor();
    await page.getByRole("link", { name: "Buyers" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Bought" }).count(), 0);
  });

  test("say what failed, and that one is not there", async () => {
    await page.route("**/cohorts?*", (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await checkLooks(page, "cohorts-failing");
    await page.unroute("**/cohorts?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: "Buyers" }).waitFor();
    await page.goto(page.url().replace(/cohorts.*/, "cohorts/999999"));
    await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
  });
});
