import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { exchange } from "../../client/exchange.ts";
import { eventually } from "../../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../../support/rrweb-events.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";
import { type RecordedShop, startRecordedShop } from "./recorded-shop.ts";

declare const posthog: {
  identify(distinctId: string, set: object): void;
  get_session_id(): string;
  sessionRecordingStarted(): boolean;
  readonly sessionRecording?: { readonly status: string };
};

interface Recording {
  readonly click_count: number;
  readonly console_warn_count: number;
}

const EMAIL = "ada@customers.example";

describe("the recordings of the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let shop: RecordedShop;
  let session: string;
  before(async () => {
    if (IN_BROWSER.skip) return;
    running = await startConsole();
    shop = await startRecordedShop(running.server.direct, running.tenant.projectApiKey);
    session = await visit();
  });
  after(async () => {
    await shop?.stop();
    await running?.close();
  });

  const api = async <T>(path: string): Promise<T | null> => {
    const { personalApiKey, projectId } = running.tenant;
    const headers = { authorization: `Bearer ${personalApiKey}` };
    const message = { method: "GET", path: `/api/projects/${projectId}/${path}`, headers } as const;
    const { status, bytes } = await exchange(running.server.direct, message);
    return status === 200 ? JSON.parse(bytes.toString()) : null;
  };

  /** Visits the shop as a customer, and returns the session's id when all of the visit is stored. */
  const visit = async (): Promise<string> => {
    const page = await running.visit(shop.url);
    await page.waitForFunction(() => posthog.sessionRecordingStarted?.());
    await page.evaluate((email) => posthog.identify("customer-4812", { email }), EMAIL);
    await page.getByLabel("Name").fill("Ada");
    await page.getByRole("button", { name: "Buy" }).click();
    await page.getByText("Torden", { exact: true }).waitFor();
    const id = await page.evaluate(() => posthog.get_session_id());
    await eventually("the visit is stored", async () => {
      const recording = await api<Recording>(`session_recordings/${id}`);
      const query = `properties=${encodeURIComponent(JSON.stringify([{ key: "$session_id", value: id }]))}`;
      const events = await api<{ results: { event: string }[] }>(`events?${query}`);
      const isAdded = events?.results.some(({ event }) => event === "bike added");
      return isAdded && (recording?.click_count ?? 0) > 0 && (recording?.console_warn_count ?? 0) > 0;
    });
    await page.context().close();
    return id;
  };

  test("an event after the end of a recording stands at its end", async () => {
    const found = await api<{ end_time: string }>(`session_recordings/${session}`);
    const timestamp = new Date(Date.parse(found?.end_time ?? "") + 2000).toISOString();
    await running.send({ event: "closed", distinct_id: "late", timestamp, properties: { $session_id: session } });
    await eventually("it is stored", async () => {
      return ((await api<{ results: object[] }>("events?event=closed"))?.results.length ?? 0) > 0;
    });
    const page = await running.open(`/recordings/${session}`);
    await page
      .getByRole("button", { name: "closed" })
      .getByText(/^\d+:\d\d\+$/)
      .waitFor();
    await page.close();
  });

  test("are found by email, and by what happened", async () => {
    const page = await running.open("/recordings");
    const found = page.getByRole("link", { name: EMAIL });
    await found.waitFor();
    await page.getByLabel("Email of the person").fill("nobody@customers.example");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("heading", { name: "No recording matches" }).waitFor();
    await page.getByLabel("Email of the person").fill(EMAIL);
    await page.getByLabel("Email of the person").press("Enter");
    await found.waitFor();
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("Events that happened").fill("bike added");
    await page.getByLabel("Events that happened").press("Enter");
    await page.getByLabel("Figure").selectOption("console_warn_count");
    await page.getByRole("button", { name: "Find" }).click();
    await page.waitForURL(/event=bike\+added/);
    await found.waitFor();
    await checkLooks(page, "recordings");
    await page.getByLabel("Events that did not").fill("bike added");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("heading", { name: "No recording matches" }).waitFor();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await found.click();
    await page.getByRole("heading", { level: 1, name: EMAIL }).waitFor();
  });

  test("are found by the person's cohort, and by a property of an event", async () => {
    const groups = [{ type: "AND", values: [{ key: "email", type: "person", operator: "exact", value: EMAIL }] }];
    const filters = { properties: { type: "OR", values: groups } };
    await running.request("POST", "cohorts", { name: "Customers", filters });
    const page = await running.open("/recordings");
    const found = page.getByRole("link", { name: EMAIL });
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByRole("button", { name: "Property or cohort" }).click();
    await page.getByLabel("Whose property").selectOption({ label: "Cohort" });
    await page.getByRole("combobox", { name: "Cohort", exact: true }).selectOption({ label: "Customers" });
    await page.getByRole("button", { name: "Find" }).click();
    await page.waitForURL(/where=/);
    await found.waitFor();
    await checkLooks(page, "recordings-cohort");
    await page.getByLabel("Comparison").selectOption({ label: "does not have the person" });
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("heading", { name: "No recording matches" }).waitFor();
    await page.getByLabel("Whose property").selectOption({ label: "Event" });
    await page.getByRole("combobox", { name: "Property", exact: true }).fill("price");
    await page.getByRole("combobox", { name: "Property", exact: true }).press("Enter");
    await page.getByLabel("Value").fill("12990");
    await page.getByRole("button", { name: "Find" }).click();
    await found.waitFor();
    await page.close();
  });

  test("play, with what happened beside them", async () => {
    const page = await running.open(`/recordings/${session}`);
    const recorded = page.frameLocator(".recording-frame").frameLocator("iframe");
    await recorded.getByRole("heading", { name: "Bikes for the fjord" }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: /bike added/ }).click();
    await recorded.locator("#bought li").waitFor({ state: "attached" });
    const position = page.getByLabel("Position");
    const place = async () => Number(await position.inputValue());
    await page.getByRole("tab", { name: /Console/ }).click();
    await page.getByRole("button", { name: /The basket is slow/ }).waitFor();
    await page.getByRole("tab", { name: /Network/ }).click();
    await page
      .getByRole("button", { name: /\/prices/ })
      .first()
      .waitFor();
    await page.getByRole("tab", { name: "In words" }).click();
    await page.getByRole("button", { name: /Opened a page.*\/cart/ }).waitFor();
    await page.getByRole("button", { name: /Clicked.*Buy/ }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
    await page.locator("h1").click();
    const end = await place();
    await page.keyboard.press("Meta+ArrowLeft"); // which is the browser's
    assert.equal(await place(), end);
    await page.keyboard.press("ArrowLeft");
    await eventually("the arrow has moved it back", async () => (await place()) < end);
    await page.keyboard.press("Space");
    await eventually("it has played to its end", async () => (await place()) >= end);
    await page.getByRole("button", { name: "Play" }).waitFor();
    await checkLooks(page, "recording");
  });

  test("are listed in pages, which keep the filter of the address", async () => {
    const sessions = Array.from({ length: 25 }, () => randomUUID());
    const batch = sessions.map((sessionId, index) => {
      const on = rrwebEventFactory(Date.now() - 3_600_000 * (index + 1));
      return snapshotBody(running.tenant.projectApiKey, { sessionId, distinctId: "many" }, [
        on.page(0, "http://shop.example/"),
        on.move(10),
      ]);
    });
    const { projectApiKey } = running.tenant;
    const body = JSON.stringify({ api_key: projectApiKey, batch });
    const headers = { "content-type": "application/json" };
    assert.equal(
      (await exchange(running.server.direct, { method: "POST", path: "/batch/", headers, body })).status,
      200,
    );
    await eventually("all are stored", async () => {
      return (await api<{ count: number }>("session_recordings?distinct_id=many"))?.count === sessions.length;
    });
    for (const [query, first] of [
      ["distinct_id=many", "The newest 20 of 25 recordings."],
      ["distinct_id=many&figure=click_count&least=0", "The newest 20 recordings."],
    ]) {
      const page = await running.open(`/recordings?${query}`);
      await page.getByText(first ?? "").waitFor();
      await page.getByRole("button", { name: "Show more" }).click();
      await page.getByText("25 recordings, newest first.").waitFor();
      assert.equal(await page.getByRole("link", { name: "many" }).count(), sessions.length);
      await page.getByRole("link", { name: "many" }).last().click();
      const last = page.url();
      await page.getByRole("link", { name: "Previous" }).click();
      await page.getByRole("link", { name: "Next" }).click();
      await page.getByRole("link", { name: "Previous" }).waitFor();
      assert.deepEqual([page.url(), await page.getByRole("link", { name: "Next" }).count()], [last, 0]);
      await page.getByRole("link", { name: "← Recordings" }).click();
      await page.getByText(first ?? "").waitFor();
    }
  });

  test("are pinned and deleted", async () => {
    const { projectId, details } = running.tenant;
    const headers = { authorization: `Bearer ${details?.memberPersonalApiKey}` };
    const path = `/api/projects/${projectId}/session_recordings/${session}/pin`;
    assert.equal((await exchange(running.server.direct, { method: "PUT", path, headers })).status, 200);
    const page = await running.open(`/recordings/${session}`);
    await page.getByText("1 other member has pinned it, so it is kept.").waitFor();
    await page.getByRole("button", { name: "Pin", exact: true }).click();
    await page.getByRole("button", { name: "Pinned" }).waitFor();
    assert.equal((await api<{ pinned_count: string }>(`session_recordings/${session}`))?.pinned_count, "2");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the recording" }).click();
    await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
    assert.equal(await page.getByRole("link", { name: EMAIL }).count(), 0);
    assert.equal(await api(`session_recordings/${session}`), null);
  });

  test("are not made in a project that has them off", async () => {
    const { projectApiKey, projectId, personalApiKey } = running.tenant;
    const headers = { authorization: `Bearer ${personalApiKey}`, "content-type": "application/json" };
    const body = Buffer.from(JSON.stringify({ session_recording_opt_in: false }));
    const message = { method: "PATCH", path: `/api/projects/${projectId}`, headers, body } as const;
    assert.equal((await exchange(running.server.direct, message)).status, 200);
    await eventually("libraries are told", async () => {
      const path = `/array/${projectApiKey}/config`;
      const { bytes } = await exchange(running.server.direct, { method: "GET", path, headers: {} });
      return JSON.parse(bytes.toString()).sessionRecording.sampleRate === "0";
    });
    const page = await running.visit(shop.url);
    await page.waitForFunction(() => posthog.sessionRecording?.status === "disabled");
    await page.getByRole("button", { name: "Buy" }).click();
    const id = await page.evaluate(() => posthog.get_session_id());
    await page.goto("about:blank");
    const query = `properties=${encodeURIComponent(JSON.stringify([{ key: "$session_id", value: id }]))}`;
    await eventually("what else was sent at the end of the visit is stored", async () => {
      const { results } = (await api<{ results: { event: string }[] }>(`events?${query}`)) ?? { results: [] };
      return results.some(({ event }) => event === "$pageleave");
    });
    assert.equal(await api(`session_recordings/${id}`), null);
    await page.context().close();
  });
});
