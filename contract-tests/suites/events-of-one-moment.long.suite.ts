import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs, target } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { readMetrics } from "../support/service-metrics.ts";

const TEN = "2026-09-10T10:10:00Z";
const pages = ["/c", "/a", "/b", "/a"];
/** Uuids in another order than that of arrival. */
const uuidOf = (index: number) => `${(7 * index + 3) % 8}0000000-0000-4000-8000-00000000000${index}`;
const view = (index: number, page: string, timestamp = TEN): SentEvent & { readonly uuid: string } => ({
  uuid: uuidOf(index),
  event: "$pageview",
  distinct_id: "ann",
  timestamp,
  properties: { $session_id: "s", $current_url: page, $pathname: page },
});
const dateRange = { date_from: "2026-09-10", date_to: "2026-09-10" };
const step = { kind: "EventsNode", event: "$pageview" };
const stepOf = (page: string) => ({ ...step, properties: [{ key: "$pathname", operator: "exact", value: page }] });

const own = ownServer(() => ({ HISTORY_INTERVAL_SECONDS: "1" }));

/** Checks what depends on which of the events came first. */
async function check(project: AskedProject): Promise<void> {
  const funnel = async (series: readonly object[], funnelsFilter: object = {}) => {
    const steps = await project.ask<{ readonly count: number }[]>({
      kind: "FunnelsQuery",
      series,
      dateRange,
      funnelsFilter,
    });
    return steps.map(({ count }) => count);
  };
  for (const funnelOrderType of ["ordered", "strict"]) {
    assert.deepEqual(await funnel([step, step, step, step], { funnelOrderType }), [1, 1, 1, 1], funnelOrderType);
    assert.deepEqual(await funnel([step, step, step, step, step], { funnelOrderType }), [1, 1, 1, 1, 0]);
    assert.deepEqual(await funnel(pages.map(stepOf), { funnelOrderType }), [1, 1, 1, 1]);
    assert.deepEqual(await funnel(["/b", "/c"].map(stepOf), { funnelOrderType }), [1, 0]);
  }
  const edges = await project.ask<{ readonly source: string; readonly target: string }[]>({
    kind: "PathsQuery",
    dateRange,
  });
  const from = (number: number) => edges.find(({ source }) => source.startsWith(`${number}_`));
  assert.deepEqual(
    [1, 2, 3].map((number) => from(number)?.target),
    ["2_/a", "3_/b", "4_/a"],
  );
  assert.deepEqual(await project.select("SELECT $entry_pathname, $end_pathname FROM sessions"), [["/c", "/a"]]);
  const extremes = "argMin(properties.$pathname, timestamp), argMax(uuid, timestamp)";
  assert.deepEqual(await project.select(`SELECT ${extremes} FROM events`), [["/c", uuidOf(3)]]);
  const newest = [3, 2, 1, 0].map(uuidOf);
  const listed = await project.ask<string[][]>({
    kind: "EventsQuery",
    select: ["uuid", "timestamp"],
    after: "2026-09-01",
  });
  assert.deepEqual(
    listed.map(([uuid]) => uuid),
    newest,
  );
  // On MongoDB the list has them in the order of their uuids: see docs/engines.md.
  const isOrdered = !target.engines.includes("mongodb");
  const { client } = own();
  for (const query of ["", "?distinct_id=ann"]) {
    const { results } = await client.expectStatus("events_list", 200, { path: project.path, query });
    const ids = results.map(({ id }) => id);
    if (isOrdered) assert.deepEqual(ids, newest);
    else assert.deepEqual(ids.toSorted(), newest.toSorted());
  }
}

describe("events of one moment are in the order of their arrival", needs("settings"), () => {
  test("in the database, and in history files", async () => {
    const project = await AskedProject.create(own(), {});
    const filed = (count: number) =>
      eventually(`${count} events are in files`, async () => {
        return (await readMetrics(own().client))("sightline_history_events_total") >= count;
      });
    await project.send(pages.slice(0, 3).map((page, index) => view(index, page)));
    await filed(3);
    await project.send([view(3, "/a")]);
    await check(project);
    await filed(4);
    await check(project);
  });
});
