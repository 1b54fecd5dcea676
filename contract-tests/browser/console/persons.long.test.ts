import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { applyFlags } from "../../services/sightline-cli.ts";
import { rrwebEventFactory, snapshotBody } from "../../support/rrweb-events.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const START = Date.UTC(2026, 8, 1, 12);

describe("the pages about persons", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let page: Page;
  before(async () => {
    running = await startConsole();
    const { server, tenant, send } = running;
    await applyFlags(server.environment, tenant.projectId, [
      { key: "new-checkout", filters: { groups: [{ properties: [], rollout_percentage: 100 }] } },
      { key: "off-for-all", filters: { groups: [{ properties: [], rollout_percentage: 0 }] } },
    ]);
    const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
    for (const [name, minutes] of [
      ["opened", 0],
      ["bought", 10],
    ] as const) {
      const properties = { $set: { email: "Ada@acme.example", plan: "pro" }, $current_url: "https://acme.example/" };
      await send({ event: name, distinct_id: "ada/1", timestamp: at(minutes), properties });
    }
    const { full, page: visit, mouse } = rrwebEventFactory(START + 5 * 60_000);
    const events = [visit(0, "https://acme.example/shop"), full(10), mouse(61_000, 2)];
    await send(snapshotBody(tenant.projectApiKey, { sessionId: "visit/1", distinctId: "ada/1" }, events));
    await send({ event: "opened", distinct_id: "bob", properties: { $set: { email: "bob@acme.example" } } });
    page = await running.open("/persons");
  });
  after(() => running?.close());

  test("a person is found by part of an address, by distinct id and by a property", async () => {
    await page.getByRole("link", { name: "bob" }).waitFor();
    await checkLooks(page, "persons");
    const find = async (text: string) => {
      await page.getByLabel("Part of an address, a name or a distinct id").fill(text);
      await page.keyboard.press("Enter");
    };
    await find("nobody@acme.example");
    await page.getByRole("heading", { name: "Nobody was found" }).waitFor();
    await find("bob");
    await page.getByText("1 person").waitFor();
    await find("ACME.ex");
    await page.getByText("2 persons").waitFor();
    await page.getByRole("button", { name: "Condition on a property" }).click();
    await page.getByRole("combobox", { name: "Property", exact: true }).fill("plan");
    await page.getByRole("option", { name: /^plan/ }).click();
    await page.getByLabel("Value", { exact: true }).fill("pro");
    await page.keyboard.press("Enter");
    await page.getByText("1 person").waitFor();
    await page.getByRole("link", { name: "bob" }).waitFor({ state: "detached" });
    await checkLooks(page, "persons-by-property");
    await page.reload();
    assert.equal(await page.getByLabel("Value", { exact: true }).inputValue(), "pro");
    await page.getByRole("button", { name: "Show everybody" }).click();
    await page.getByRole("link", { name: "bob" }).waitFor();
    assert.equal(await page.getByLabel("Value", { exact: true }).count(), 0);
    await find("da@ACME.example");
    await page.getByRole("link", { name: "bob" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: /ada/i }).click();
    await page.getByRole("heading", { level: 1, name: /ada/i }).waitFor();
  });

  test("the first time that a person was seen is that of the first event, also of an anonymous visit", async () => {
    const [before, at] = ["2026-08-30T07:08:09Z", "2026-09-02T10:00:00Z"];
    const anonymous = { $process_person_profile: false };
    await running.send({ event: "looked", distinct_id: "visitor-1", timestamp: before, properties: anonymous });
    const properties = { $anon_distinct_id: "visitor-1", $set: { email: "eve@acme.example" } };
    await running.send({ event: "$identify", distinct_id: "eve", timestamp: at, properties });
    const other = await running.open("/live");
    await other.getByRole("link", { name: "eve" }).first().click();
    // Questions may know of the visit only after the page has asked.
    const first = other.locator(`.event-facts time[datetime^="2026-08-30T07:08:09"]`);
    for (let tries = 0; tries < 10; tries++) {
      const isSeen = await first.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      if (isSeen) break;
      await other.reload();
    }
    await first.waitFor();
    await checkLooks(other, "person-first-seen");
    await other.close();
  });

  test("a profile shows events with recordings in between, properties and flags", async () => {
    const recording = page.getByRole("link", { name: "Watch the recording" });
    await recording.waitFor();
    assert.deepEqual(await page.locator(".timeline-entry").getByRole("button").allTextContents(), ["bought", "opened"]);
    const entries = await page.locator(".timeline-entry").allTextContents();
    assert.deepEqual(
      entries.map((text) => /bought|Watch|opened/.exec(text)?.[0]),
      ["bought", "Watch", "opened"],
    );
    assert.match((await recording.getAttribute("href")) ?? "", /\/recordings\/visit%2F1$/);
    await checkLooks(page, "person-timeline");
    await page.getByRole("tab", { name: "Properties" }).click();
    await page.getByText("pro", { exact: true }).waitFor();
    await checkLooks(page, "person-properties");
    await page.getByRole("tab", { name: "Flags" }).click();
    const flag = page.getByRole("row").filter({ hasText: "new-checkout" });
    await flag.getByText("on", { exact: true }).waitFor();
    await page.getByRole("row").filter({ hasText: "off-for-all" }).getByText("off", { exact: true }).waitFor();
    await checkLooks(page, "person-flags");
  });

  test("a person is exported as an archive", async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const archive = await downloading;
    assert.match(archive.suggestedFilename(), /^person-[0-9a-f-]{36}\.zip$/);
    const bytes = await readFile(await archive.path());
    assert.equal(bytes.subarray(0, 2).toString(), "PK");
    assert.ok(bytes.includes("recordings/000001.jsonl"));
  });

  test("a person is erased, to the end", async () => {
    await page.getByRole("button", { name: "Erase" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase this person?" });
    await dialog.getByText("Nothing can be restored.").waitFor();
    await checkLooks(page, "person-erase");
    await dialog.getByRole("button", { name: "Erase for good" }).click();
    await page.getByText("Nothing of the person is left.").waitFor();
    await checkLooks(page, "person-erased");
    await page.getByRole("link", { name: "All persons" }).click();
    await page.getByText("2 persons").waitFor();
    assert.equal(await page.getByRole("link", { name: /ada/i }).count(), 0);
  });
});
