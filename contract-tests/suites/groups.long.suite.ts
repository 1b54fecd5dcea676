import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";
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
    await send(ann, seen, { $groups }, 10);
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

  test("are listed newest first, on pages, and found by their key and properties", async () => {
    const types = await client.expectStatus("groups_types_list", 200);
    const group_type_index = types.findIndex(({ group_type }) => group_type === "company");
    assert.equal(types[group_type_index]?.group_type_index, group_type_index);
    const find = (group_key: string) =>
      client.expectStatus("groups_find_retrieve", 200, { query: { group_type_index, group_key } });
    const acme = await find(company);
    assert.deepEqual(acme, {
      group_type_index,
      group_key: company,
      group_properties: { name: `Acme ${mark}`, size: 6 },
      created_at: `${day}T08:00:00.000Z`,
    });
    const other = await find(`other ${mark}`);
    assert.deepEqual(other.group_properties, { size: 7 });
    const list = (query: object) =>
      client.expectStatus("groups_list", 200, {
        query: { group_type_index, ...query } as { group_type_index: number },
      });
    const all = await list({ search: mark.toUpperCase() });
    assert.equal(all.count, 3);
    const keys = all.results.map(({ group_key }) => group_key);
    assert.deepEqual(keys.toSorted(), [company, `busy ${mark}`, `other ${mark}`].toSorted());
    assert.deepEqual((await list({ search: `ACME ${mark}` })).results, [acme]);
    assert.deepEqual((await list({ search: `other ${mark}` })).results, [other]);
    assert.deepEqual((await list({ search: `${mark}%` })).results, []);
    const first = (await list({ search: mark, limit: 2 })) as ListPage<{ group_key: string }>;
    assert.deepEqual([first.count, first.results.length], [3, 2]);
    const paged = await fetchAllPages(first, target.tenant.personalApiKey);
    assert.deepEqual(
      paged.map(({ group_key }) => group_key),
      keys,
    );
    const unknown = [
      { group_type_index, group_key: mark },
      { group_type_index: 99, group_key: company },
    ];
    for (const query of unknown) await client.expectError("groups_find_retrieve", [404, "not_found", null], { query });
    assert.deepEqual(await list({ group_type_index: 99 }), { count: 0, next: null, previous: null, results: [] });
  });

  test("divide questions by their key and by their properties, and select events", async () => {
    const types = await client.expectStatus("groups_types_list", 200);
    const index = types.findIndex(({ group_type }) => group_type === "company");
    const by = async (breakdownFilter: object) => {
      const rows = (await trends({ event: seen }, { breakdownFilter })) as readonly {
        readonly breakdown_value: unknown;
        readonly count: number;
      }[];
      return rows.map(({ breakdown_value, count }) => [breakdown_value, count]);
    };
    const none = "$$_posthog_breakdown_null_$$";
    const group = { breakdown_type: "group", breakdown_group_type_index: index };
    const byKey = [
      [company, 2],
      [none, 2],
    ];
    assert.deepEqual((await by({ ...group, breakdown: "$group_key" })).toSorted(), byKey.toSorted());
    assert.deepEqual((await by({ breakdown: `$group_${index}` })).toSorted(), byKey.toSorted());
    const bySize = [
      ["6", 2],
      [none, 2],
    ];
    assert.deepEqual((await by({ ...group, breakdown: "size" })).toSorted(), bySize.toSorted());
    for (const filter of [
      { key: "$group_key", type: "group", group_type_index: index, value: company },
      { key: `$group_${index}`, value: [company] },
      { key: "name", type: "group", group_type_index: index, operator: "icontains", value: `acme ${mark}` },
    ]) {
      const [found] = data(await trends({ properties: [...properties, filter] }));
      assert.deepEqual(found, [0, 4, 0], JSON.stringify(filter));
    }
    const math = { math: "unique_group", math_group_type_index: index };
    assert.deepEqual(data(await trends(math)), [[0, 1, 0]]);
  });

  test("have properties, which are listed by their type", async () => {
    const types = await client.expectStatus("groups_types_list", 200);
    const group_type_index = types.findIndex(({ group_type }) => group_type === "company");
    const names = async (query: object) => {
      const { results } = await client.expectStatus("property_definitions_list", 200, {
        query: { type: "group", ...query },
      });
      return results.map(({ name, property_type }) => [name, property_type]);
    };
    assert.deepEqual(await names({ group_type_index, search: "size" }), [["size", "Numeric"]]);
    assert.deepEqual(await names({ group_type_index: 99 }), []);
  });

  test("SQL averages conditions, and names columns as they are written", async () => {
    const query = `SELECT avg(event = '${seen}'), sum(properties.size), avg($is_bounce) AS bounced, uniq(s.session_id)
      FROM events LEFT JOIN sessions AS s ON s.session_id = events.properties.$session_id
      WHERE properties.mark = '${mark}'`;
    const { columns, results } = await client.expectStatus("query_create", 200, {
      json: { query: { kind: "HogQLQuery", query } },
    });
    const names = [`avg(event = '${seen}')`, "sum(properties.size)", "bounced", "uniq(s.session_id)"];
    assert.deepEqual(columns, names);
    assert.deepEqual(results, [[4 / 9, null, null, 0]]);
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

describe("groups: invalid requests", () => {
  for (const [title, attr, query, code] of [
    ["a list without a type", "group_type_index", {}, "required"],
    ["a type of 100", "group_type_index", { group_type_index: 100 }, "invalid_input"],
    ["a search of 401 characters", "search", { group_type_index: 0, search: "x".repeat(401) }, "max_length"],
  ] as const) {
    test(`${title} is answered with 400`, async () => {
      await client.expectError("groups_list", [400, code, attr], { query: query as { group_type_index: number } });
    });
  }

  test("a group without a key is answered with 400", async () => {
    const query = { group_type_index: 0 } as { group_type_index: number; group_key: string };
    await client.expectError("groups_find_retrieve", [400, "required", "group_key"], { query });
  });
});
