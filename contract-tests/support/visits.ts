import { randomUUID } from "node:crypto";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { target } from "../client/target.ts";
import { eventually } from "./poll.ts";

const client = new Client();
const mark = randomUUID();
export const [view, add, buy, left] = [`view ${mark}`, `add ${mark}`, `buy ${mark}`, `left ${mark}`];
export const [ada, adaOnTablet, bob, cy] = [`ada ${mark}`, `tablet ${mark}`, `bob ${mark}`, `cy ${mark}`];
export const company = `company ${mark}`;
export const page = (name: string) => `https://fjordbikes.example/${mark}/${name}`;

/** Who did what when, in March 2026. */
const EVENTS: readonly (readonly [string, string, number, string, object?])[] = [
  [adaOnTablet, view, 9, "10:00:00", { $browser: "Chrome", $groups: { company } }],
  [ada, add, 9, "10:05:00", { $browser: "Safari" }],
  [ada, buy, 9, "10:20:00"],
  [bob, view, 9, "11:00:00", { $browser: "Firefox" }],
  [bob, add, 9, "11:30:00"],
  [bob, left, 9, "12:00:00"],
  [bob, view, 10, "09:00:00", { $browser: "Firefox" }],
  [bob, buy, 10, "09:10:00"],
  [cy, view, 11, "08:00:00"],
  [adaOnTablet, view, 11, "08:30:00"],
  [cy, "$pageview", 11, "09:00:00", { $current_url: page("") }],
  [cy, "$pageview", 11, "09:00:20", { $current_url: page("bikes/") }],
  [cy, "$pageview", 11, "09:00:40", { $current_url: page("bikes") }],
  [cy, add, 11, "09:01:20", { $groups: { company } }],
  [ada, "$pageview", 11, "09:00:00", { $current_url: page("") }],
  [ada, "$pageview", 11, "09:01:00", { $current_url: page("bikes") }],
  [ada, "$pageview", 11, "09:40:00", { $current_url: page("help") }],
];

export const ask = async (query: object) =>
  (await client.expectStatus("query_create", 200, { json: { query } })).results as never;
export const refuse = (query: object, attr: string | null, code: "invalid_input" | "max_length" = "invalid_input") =>
  client.expectError("query_create", [400, code, attr], { json: { query } });
export const step = (event: string) => ({ kind: "EventsNode", event });
export const dateRange = { date_from: "2026-03-09", date_to: "2026-03-11" };
export const funnel = { kind: "FunnelsQuery", series: [step(view), step(add), step(buy)], dateRange };
export const counts = (results: readonly { readonly count: number }[]) => results.map(({ count }) => count);
export const data = (results: readonly { readonly data: readonly number[] }[]) => results.map((result) => result.data);

let sending: Promise<void> | undefined;

/** Sends the events of three persons, and waits until they are in answers; suites of one process share them. */
export function sendVisits(): Promise<void> {
  sending ??= send();
  return sending;
}

async function send(): Promise<void> {
  if (target.kind === "prism") return;
  for (const [distinct_id, event, day, time, properties = {}] of EVENTS) {
    const timestamp = `2026-03-${String(day).padStart(2, "0")}T${time}Z`;
    const json = { api_key: target.tenant.projectApiKey, event, distinct_id, timestamp, properties };
    await client.expectStatus("capture", 200, { json });
  }
  await client.expectStatus("capture", 200, {
    json: {
      api_key: target.tenant.projectApiKey,
      event: "$identify",
      distinct_id: ada,
      properties: { $anon_distinct_id: adaOnTablet },
    },
  });
  const ofGroup = { $group_type: "company", $group_key: company, $group_set: { size: 5 } };
  const json = { api_key: target.tenant.projectApiKey, event: "$groupidentify", distinct_id: cy, properties: ofGroup };
  await client.expectStatus("capture", 200, { json });
  for (const node of clientsOfNodes(target, target.tenant)) {
    await eventually("all events are in answers, and the persons are merged", async () => {
      const query = `SELECT count(), uniq(person_id) FROM events WHERE distinct_id LIKE '%${mark}'`;
      const { body } = await node.request("query_create", { json: { query: { kind: "HogQLQuery", query } } });
      return JSON.stringify((body as { readonly results?: unknown }).results) === `[[${EVENTS.length + 2},3]]`;
    });
  }
}

/** Returns the index of the type of groups. */
export const companies = () =>
  eventually("the group is in answers", async () => {
    const query = `SELECT index FROM groups WHERE key = '${company}'`;
    const rows: readonly (readonly number[])[] = await ask({ kind: "HogQLQuery", query });
    const index = rows[0]?.[0];
    return index === undefined ? undefined : String(index);
  }).then(Number);
