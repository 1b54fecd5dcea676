import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

describe("the settings", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let page: Page;
  before(async () => {
    running = await startConsole();
    page = await running.open("/settings");
  });
  after(() => running?.close());

  test("change the project, and say at a field what is wrong with it", async () => {
    const zone = page.getByLabel("Time zone");
    await zone.fill("Europe/Nowhere");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await zone.getAttribute("aria-invalid"), "true");
    await zone.fill("Europe/Berlin");
    await page.getByLabel("Keep events").selectOption("days");
    await page.getByLabel("Days").fill("90");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Shop");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The settings are saved.").waitFor();
    await checkLooks(page, "settings");
    await page.reload();
    await zone.waitFor();
    assert.equal(await zone.inputValue(), "Europe/Berlin");
    assert.equal(await page.getByLabel("Days").inputValue(), "90");
    assert.equal(await page.getByRole("combobox", { name: "Project" }).locator("option:checked").innerText(), "Shop");
  });

  test("say who is staff, and leave them out of new questions", async () => {
    await page.getByRole("button", { name: "Condition that others meet" }).click();
    const row = page.getByRole("group", { name: "Condition 1 of staff and test users" });
    await row.getByLabel("Whose property").selectOption({ label: "Person" });
    await row.getByRole("combobox", { name: "Property", exact: true }).fill("email");
    await row.getByLabel("Comparison").selectOption({ label: "does not contain" });
    await page.getByRole("button", { name: "Use these conditions" }).click();
    await page.getByText("Condition 1 needs a property and a value, or remove it.").waitFor();
    await row.getByLabel("Value").fill("@shop.example");
    await page.getByLabel("New questions leave them out").check();
    await page.getByRole("button", { name: "Use these conditions" }).click();
    await page.getByText("Questions use these conditions now.").waitFor();
    await checkLooks(page, "settings-accounts");
    await page.reload();
    assert.equal(await row.getByLabel("Value").inputValue(), "@shop.example");
    const questions = await running.open("/questions");
    await questions.getByRole("link", { name: /^Trend/ }).click();
    const without = questions.getByLabel("Without staff and test users");
    assert.equal(await without.isChecked(), true);
    await questions.goBack();
    await questions.getByRole("link", { name: /^SQL/ }).click();
    await questions.getByLabel("SQL", { exact: true }).waitFor();
    await questions.close();
  });

  test("have the keys of the project", async () => {
    await page.getByRole("tab", { name: "Keys" }).click();
    await page.getByText(running.tenant.projectApiKey).waitFor();
    await page.getByLabel("Name of a new key").fill("App");
    await page.keyboard.press("Enter");
    const revoke = page.getByRole("button", { name: "Revoke App" });
    await revoke.waitFor();
    await checkLooks(page, "settings-keys");
    await revoke.click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await revoke.waitFor({ state: "detached" });
  });

  test("tell how the service does", async () => {
    await page.getByRole("tab", { name: "Health" }).click();
    await page.getByText("Everything works.").waitFor();
    await page.getByText(/^0 requests, 0 bytes of at most/).waitFor();
    await checkLooks(page, "settings-health");
    await page.getByRole("tabpanel").getByRole("link", { name: "Live" }).click();
    await page.getByRole("tab", { name: "Not stored", selected: true }).waitFor();
    await page.goBack();
  });

  test("keep the colors that a person chooses, and else follow the system", async () => {
    await page.getByRole("tab", { name: "Your account" }).click();
    const colors = page.getByLabel("Colors");
    const shown = () => page.evaluate(() => getComputedStyle(document.body).color);
    await page.emulateMedia({ colorScheme: "light" });
    const light = await shown();
    await colors.selectOption("Dark");
    const dark = await shown();
    assert.notEqual(dark, light);
    await page.reload();
    await colors.waitFor();
    assert.deepEqual([await shown(), await colors.inputValue()], [dark, "dark"]);
    await page.emulateMedia({ colorScheme: "dark" });
    await colors.selectOption("Light");
    assert.equal(await shown(), light);
    await colors.selectOption("As the system has them");
    assert.equal(await shown(), dark);
    await page.emulateMedia({ colorScheme: "light" });
    assert.equal(await shown(), light);
  });

  test("make another project", async () => {
    await page.getByRole("tab", { name: "Project" }).click();
    await page.getByLabel("Name of the new project").fill("Second");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Send the first event" }).waitFor();
    assert.equal(await page.getByRole("combobox", { name: "Project" }).locator("option:checked").innerText(), "Second");
  });

  test("rename the organization", async () => {
    await page.getByRole("link", { name: "Settings" }).click();
    const name = page.getByLabel("Name of the organization");
    await name.fill(" ");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await name.fill("Fjord Bikes");
    await page.keyboard.press("Enter");
    await page.getByText("The organization has its new name.").waitFor();
    await page.reload();
    await name.waitFor();
    assert.equal(await name.inputValue(), "Fjord Bikes");
  });

  test("delete a project whose name is typed, also the last one, after which there can be another", async () => {
    for (const [typed, project] of [
      ["second", "Second"],
      ["Shop", "Shop"],
    ] as const) {
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Delete the project" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(`Type the name of the project: ${project}`).fill(typed);
      await dialog.getByRole("button", { name: "Delete for good" }).click();
      if (typed !== project) {
        await dialog.getByRole("alert").getByText("This is not the name of the project.").waitFor();
        await checkLooks(page, "settings-delete");
        await dialog.getByLabel(`Type the name of the project: ${project}`).fill(project);
        await dialog.getByRole("button", { name: "Delete for good" }).click();
        await page
          .getByRole("combobox", { name: "Project" })
          .locator("option:checked")
          .getByText("Shop")
          .waitFor({ state: "attached" });
      }
    }
    await page.getByRole("heading", { name: "You have no project yet" }).waitFor();
    await checkLooks(page, "no-project");
    await page.getByLabel("Name of the new project").fill("Third");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Send the first event" }).waitFor();
  });
});
