import { randomUUID } from "node:crypto";
import { exchange } from "../../client/exchange.ts";
import { eventually } from "../../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../../support/rrweb-events.ts";
import type { ConsoleBrowser } from "./console-browser.ts";

export const FIRST_DAY = "2026-03-09";
export const LAST_DAY = "2026-03-11";
/** The session in which Ada bought, of which there is a recording. */
export const SESSION = randomUUID();

type Known = readonly [distinctId: string, event: string, day: number, time: string, properties: object];

const EVENTS: readonly Known[] = [
  ["ada", "view", 9, "10:00:00", { plan: "pro", $session_id: SESSION }],
  ["ada", "buy", 9, "10:01:30", { plan: "pro", price: 12.5, $session_id: SESSION }],
  ["bob", "view", 9, "11:00:00", { plan: "free" }],
  ["bob", "view", 10, "09:00:00", { plan: "free" }],
  ["cy", "view", 11, "08:00:00", { plan: "free" }],
  ["cy", "sum <b>x</b>", 11, "08:30:00", { plan: "=1+1" }],
];
/** Who saw which page now. */
const PAGES = [
  ["ada", "/bikes"],
  ["bob", "/bikes"],
  ["bob", "/bikes"],
  ["cy", "/help"],
] as const;

/** Sends three persons' events and a recording, and waits until all are in answers. */
export async function sendKnownEvents({ server, tenant }: ConsoleBrowser): Promise<void> {
  const post = async (path: string, json: object, headers = {}) => {
    const all = { "content-type": "application/json", ...headers };
    const { status, bytes } = await exchange(server.direct, {
      method: "POST",
      path,
      headers: all,
      body: JSON.stringify(json),
    });
    if (status !== 200) throw new Error(`${path}: ${status} ${bytes}`);
    return JSON.parse(bytes.toString());
  };
  const api_key = tenant.projectApiKey;
  const known = EVENTS.map(([distinct_id, event, day, time, properties]) => {
    const timestamp = `2026-03-${String(day).padStart(2, "0")}T${time}Z`;
    return { event, distinct_id, timestamp, properties };
  });
  const pages = PAGES.map(([distinct_id, $pathname]) => ({
    event: "$pageview",
    distinct_id,
    properties: { $pathname },
  }));
  const identify = { event: "$identify", distinct_id: "ada", properties: { $set: { email: "ada@shop.example" } } };
  await post("/batch/", { api_key, batch: [...known, ...pages, identify] });
  const on = rrwebEventFactory(Date.now() - 60_000);
  const snapshots = [on.page(0, "https://shop.example/"), on.full(20), on.mouse(2000, 2)];
  await post("/capture/", snapshotBody(api_key, { sessionId: SESSION, distinctId: "ada" }, snapshots));
  const authorization = { authorization: `Bearer ${tenant.personalApiKey}` };
  await eventually("all events are in answers", async () => {
    const sql = "SELECT count(), count(person.properties.email) FROM events";
    const query = { kind: "HogQLQuery", query: sql };
    const { results } = await post(`/api/projects/${tenant.projectId}/query`, { query }, authorization);
    return JSON.stringify(results) === JSON.stringify([[EVENTS.length + PAGES.length + 1, 4]]);
  });
  await eventually("the recording is listed", async () => {
    const path = `/api/projects/${tenant.projectId}/session_recordings/${SESSION}`;
    return (await exchange(server.direct, { method: "GET", path, headers: authorization })).status === 200;
  });
}
