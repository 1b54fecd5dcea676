import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { type ConsoleBrowser, IN_BROWSER, startConsole } from "./console-browser.ts";

/** More than any page has places for the focus. */
const MAX_TABS = 100;

describe("with the keyboard alone, flags", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let page: Page;
  before(async () => {
    running = await startConsole();
    page = await running.open("/flags");
  });
  after(() => running?.close());

  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  /** Presses Tab until this has the focus, beginning where the focus is. */
  const reach = async (target: Locator) => {
    await target.waitFor();
    for (let press = 0; press < MAX_TABS; press += 1) {
      if (await hasFocus(target)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not reach ${target}`);
  };
  const press = async (target: Locator, key = "Enter") => {
    await reach(target);
    await page.keyboard.press(key);
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

  test("are made, after the areas are skipped", async () => {
    await page.getByRole("heading", { name: "There is no flag yet" }).waitFor();
    await press(button("Skip to the page"));
    await page.keyboard.press("Tab");
    assert.ok(await hasFocus(page.getByRole("link", { name: "New flag" })));
    await page.keyboard.press("Enter");
    const key = page.getByLabel("Key", { exact: true });
    await key.and(page.locator(":focus")).waitFor();
    await page.keyboard.type("fast-lane");
    await press(button("Add a condition"));
    const condition = page.getByRole("group", { name: "Condition 1 of rule 1" });
    await reach(condition.getByLabel("Property"));
    await page.keyboard.type("plan");
    await reach(condition.getByLabel("Value"));
    await page.keyboard.type("pro");
    await press(button("Use variants"));
    await press(button("Create flag"));
    await heading("fast-lane");
  });

  test("are turned on and off again, and keep the focus meanwhile", async () => {
    await press(page.getByRole("link", { name: "Flags", exact: true }));
    await heading("Flags");
    const state = page.getByRole("switch", { name: "fast-lane is on" });
    for (const isOn of [true, false]) {
      const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
      await press(state, "Space");
      await press(button(isOn ? "Turn it on" : "Turn it off"));
      assert.equal((await saved).status(), 200);
      await page.getByRole("dialog").waitFor({ state: "detached" });
      assert.equal(await state.isChecked(), isOn);
      assert.ok(await hasFocus(state), "the switch has lost the focus");
    }
  });

  test("are changed, and deleted after a question that gives the focus back", async () => {
    await press(page.getByRole("link", { name: "fast-lane" }));
    await heading("fast-lane");
    await reach(page.getByLabel("Description"));
    await page.keyboard.type("For those who pay");
    await press(button("Save"));
    await page.getByRole("status").getByText("Saved.").waitFor();
    await page.keyboard.press("Shift+Tab");
    await reach(page.getByRole("tab", { name: "Rules" }));
    for (let tab = 0; tab < 3; tab += 1) {
      if (await hasFocus(page.getByRole("tab", { name: "Activity" }))) break;
      await page.keyboard.press("ArrowRight");
    }
    await page.getByRole("row").filter({ hasText: '"For those who pay"' }).first().waitFor();
    await press(button("Delete"));
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.ok(await hasFocus(button("Delete")), "the dialog has not given the focus back");
    await page.keyboard.press("Enter");
    await press(page.getByRole("dialog").getByRole("button", { name: "Delete the flag" }));
    await heading("Flags");
    await page.getByRole("heading", { name: "There is no flag yet" }).waitFor();
  });
});
