import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import { ask, counts, data } from "../support/visits.ts";

const client = new Client();
const mark = randomUUID();
const [seen, company] = [`seen ${mark}`, `acme ${mark}`];
const [ann, kim, visitor, alone] = [`ann ${mark}`, `kim ${mark}`, `visitor ${mark}`, `alone ${mark}`];
/** The distinct ids that libraries send for groups. */
const [ofCompany, busy] = [`$company_${company}`, `$company_busy ${mark}`];
const $groups = { company };
const day = "2026-04-07";
const dateRange = { date_from: "2026-04-06", date_to: "2026-04-08" };

const [writer = client] = clientsOfNodes(target, target.tenant);
const send = (distinct_id: string, event: string, properties: object, hour: number) => {
  const timestamp = `${day}T${String(hour).padStart(2, "0")}:00:00Z`;
  const json = { api_key: target.tenant.projectApiKey, event, distinct_id, timestamp, properties };
  return writer.expectStatus("capture", 200, { json: { ...json, properties: { mark, ...properties } } });
};
const identify = (distinct_id: string, $group_key: string, $group_set: object, hour: number, more = {}) =>
  send(distinct_id, "$groupidentify", { $group_type: "company", $group_key, $group_set, ...more }, hour);

const properties = [{ key: "mark", value: mark }];
const all = { kind: "EventsNode", event: null, properties };
const sql = (query: string) => ask({ kind: "HogQLQuery", query });
const trends = (series: object, more = {}) =>
  ask({ kind: "TrendsQuery", series: [{ ...all, ...series }], dateRange, ...more });

describe("groups", needs("state"), () => {
  before(async () => {
    if (target.kind === "prism") return;
    await identify(ofCompany, company, { name: `Acme ${mark}`, size: 5 }, 8);
    await identify(busy, `busy ${mark}`, {}, 8);
    await identify(alone, `other ${mark}`, { size: 7 }, 8, { $set: { email: `alone.${mark}@post.example` } });
    await identify(kim, company, {}, 8, { $groups });
    await send(ann, seen, { $groups }, 9);
    await identify(ann, company, { size: 6 }, 9, { $groups });
    await send(kim, seen, {}, 10);
    await send(visitor, seen, { $groups, $process_person_profile: false }, 11);
    await send(busy, seen, {}, 12);
    for (const node of clientsOfNodes(target, target.tenant)) {
      await eventually("all events, persons and groups are in answers", async () => {
        const query = `SELECT (SELECT count() FROM events WHERE properties.mark = '${mark}'),
          (SELECT count() FROM person_distinct_ids WHERE distinct_id LIKE '%${mark}'),
          (SELECT count() FROM groups WHERE key LIKE '%${mark}')`;
        const { body } = await node.request("query_create", { json: { query: { kind: "HogQLQuery", query } } });
        return JSON.stringify((body as { readonly results?: unknown }).results) === "[[9,3,3]]";
      });
    }
  });

  test("are no persons; persons who identify one are, by their other events", async () => {
    for (const id of [ofCompany, alone, visitor]) {
      await client.expectError("persons_retrieve", [404, "not_found", null], { path: { id } });
      assert.equal((await client.expectStatus("persons_list", 200, { query: { distinct_id: id } })).count, 0);
    }
    for (const id of [ann, kim, busy]) {
      const person = await client.expectStatus("persons_retrieve", 200, { path: { id } });
      assert.deepEqual([person.name, person.distinct_ids, person.properties], [id, [id], {}]);
    }
    const created = await client.expectStatus("persons_retrieve", 200, { path: { id: kim } });
    assert.equal(created.created_at, `${day}T10:00:00.000Z`, "first seen is the first event that is the person's");
  });

  test("do not count as persons", async () => {
    for (const math of ["dau", "weekly_active", "monthly_active"]) {
      const [found] = data(await trends({ math }));
      assert.equal(found?.[1], 4, math);
    }
    assert.deepEqual(data(await trends({ math: "total" })), [[0, 9, 0]]);
    assert.deepEqual(data(await trends({ math: "dau", event: "$groupidentify" })), [[0, 3, 0]]);
    const persons = `SELECT uniq(person_id), count(), count(person_id) FROM events WHERE properties.mark = '${mark}'`;
    assert.deepEqual(await sql(persons), [[4, 9, 7]]);
    assert.deepEqual(
      data(await ask({ kind: "LifecycleQuery", series: [all], dateRange })).map((values) => values[1]),
      [4, 0, 0, 0],
    );
    assert.deepEqual(data(await ask({ kind: "StickinessQuery", series: [all], dateRange })), [[4, 0, 0]]);
    const entity = { id: null, properties };
    const retentionFilter = { totalIntervals: 2, targetEntity: entity, returningEntity: entity };
    const retention = { kind: "RetentionQuery", dateRange: { date_to: "2026-04-08" }, retentionFilter };
    const rows = (await ask(retention)) as readonly { readonly values: readonly { readonly count: number }[] }[];
    assert.deepEqual(counts(rows[0]?.values ?? []), [4, 0]);
    const steps = {
      kind: "FunnelsQuery",
      series: [
        { ...all, event: "$groupidentify" },
        { ...all, event: seen },
      ],
    };
    assert.deepEqual(counts(await ask({ ...steps, dateRange })), [3, 3]);
    assert.deepEqual(counts(await ask({ ...steps, series: [all, { ...all, event: seen }], dateRange })), [4, 3]);
    const source = { kind: "InsightActorsQuery", source: { kind: "TrendsQuery", series: [all], dateRange }, day };
    const actors: readonly (readonly [{ readonly distinct_ids: readonly string[] }, number])[] = await ask({
      kind: "ActorsQuery",
      select: ["actor", "event_count"],
      source,
    });
    const names = actors.map(([{ distinct_ids }, events]) => [distinct_ids[0], events]);
    assert.deepEqual(
      names.toSorted(),
      [
        [ann, 2],
        [kim, 2],
        [visitor, 1],
        [busy, 2],
      ].toSorted(),
    );
  });

  test("their events are kept, with the person who has the distinct id", async () => {
    const owner = async (distinct_id: string) => {
      const query = { distinct_id, event: "$groupidentify" };
      const { results } = await client.expectStatus("events_list", 200, { query });
      return results.map(({ person }) => person?.name ?? null);
    };
    assert.deepEqual(await owner(ofCompany), [null]);
    assert.deepEqual(await owner(ann), [ann]);
    const rows: readonly (readonly [string, object | null])[] = await ask({
      kind: "EventsQuery",
      select: ["distinct_id", "person"],
      where: [`properties.mark = '${mark}'`, "event = '$groupidentify'"],
      after: "all",
    });
    const withPerson = rows.filter(([, person]) => person !== null).map(([id]) => id);
    assert.equal(rows.length, 5);
    assert.deepEqual(withPerson.toSorted(), [ann, busy, kim].toSorted());
  });
});
