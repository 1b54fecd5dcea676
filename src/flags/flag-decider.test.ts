import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import Libsql from "libsql";
import { openTestStore } from "../access/test-store.ts";
import type { PersonEvent } from "../people/record-persons.ts";
import { NOON, personEvent, recordEvents } from "../people/test-people.ts";
import { StoreUnavailable } from "../storage/ports/common.ts";
import { parseExactly } from "../values/exact-json.ts";
import type { PropertyMap } from "../values/properties.ts";
import { FlagDecider, type FlagQuery } from "./flag-decider.ts";
import type { FlagValue } from "./variants.ts";

interface QueryOptions {
  readonly anonymousId?: string;
  readonly groups?: Readonly<Record<string, string>>;
  readonly person?: PropertyMap;
  readonly group?: Readonly<Record<string, PropertyMap>>;
}

const flagQuery = (
  distinctId: string,
  { anonymousId, groups = {}, person = {}, group = {} }: QueryOptions,
): FlagQuery => ({
  distinctId,
  anonymousId,
  groups: new Map(Object.entries(groups)),
  personProperties: person,
  groupProperties: new Map(Object.entries(group)),
});

/** A decider over the real engine, with a clock that the test moves and a note of what is read. */
async function openDecider(context: TestContext) {
  const { store: documents, directory } = await openTestStore(context);
  const { flags, persons, groups } = documents;
  const clock = { now: NOON };
  const reads: string[] = [];
  const noting = <A extends unknown[], R>(name: string, call: (...args: A) => R) => {
    return (...args: A): R => {
      reads.push(name);
      return call(...args);
    };
  };
  const decider = new FlagDecider({
    flags: {
      ...flags,
      list: noting("flags", flags.list),
      keepIdentifiers: noting("identifiers", flags.keepIdentifiers),
    },
    persons: { find: noting("person", persons.find) },
    groups: { types: noting("types", groups.types), find: noting("groups", groups.find) },
    now: () => clock.now,
  });
  const ask = (distinctId: string, asked: QueryOptions = {}) => decider.decide("1", flagQuery(distinctId, asked));
  return {
    clock,
    reads,
    flags,
    ask,
    /** The flag's value in a decision about this person. */
    value: async (key: string, distinctId: string, asked: QueryOptions = {}): Promise<FlagValue | undefined> =>
      (await ask(distinctId, asked)).flags.get(key),
    /** Stores flags with these filters. */
    put: (filters: Readonly<Record<string, object>>, more: object = {}) =>
      flags.put(
        "1",
        Object.entries(filters).map(([key, given]) => {
          const flag = { key, name: "", active: true, ensure_experience_continuity: false, filters: given, ...more };
          return { key, definition: JSON.stringify(flag), updatedAt: clock.now };
        }),
      ),
    /** Lets events happen to persons and groups, as the drain does. */
    async happen(...events: PersonEvent[]): Promise<void> {
      await recordEvents("1", events, documents);
    },
    operate(statements: string): void {
      const file = new Libsql(join(directory, "sightline.db"));
      file.exec(statements);
      file.close();
    },
  };
}

const where = (key: string, value: unknown, more: object = {}) => ({
  groups: [{ properties: [{ key, value, ...more }] }],
});
const isPro = where("plan", "pro");
const isLarge = {
  aggregation_group_type_index: 0,
  ...where("size", 100, { operator: "gt", type: "group", group_type_index: 0 }),
};
const everybody = { groups: [{}] };
const half = { groups: [{ rollout_percentage: 50 }] };

test("stored properties of the person decide, and the request's win over them", async (context) => {
  const { put, happen, value } = await openDecider(context);
  await put({ beta: isPro });
  await happen(personEvent("a", "ann", { $set: { plan: "pro" } }), personEvent("a", "bob", { $set: { plan: "free" } }));
  assert.deepEqual(await Promise.all(["ann", "bob", "eve"].map((id) => value("beta", id))), [true, false, false]);
  assert.equal(await value("beta", "ann", { person: { plan: "free" } }), false);
  assert.equal(await value("beta", "bob", { person: { plan: "pro" } }), true);
  assert.equal(await value("beta", "ann", { person: { other: 1 } }), true, "one property does not hide the others");
});

test("stored properties of the request's groups decide, and the request's win over them", async (context) => {
  const { put, happen, value } = await openDecider(context);
  await put({ large: isLarge });
  await happen(
    personEvent("$groupidentify", "ann", { $group_type: "company", $group_key: "acme", $group_set: { size: 500 } }),
    personEvent("$groupidentify", "ann", { $group_type: "company", $group_key: "tiny", $group_set: { size: 5 } }),
  );
  const of = (company: string, group: QueryOptions["group"] = {}) =>
    value("large", "ann", { groups: { company }, group });
  assert.deepEqual(await Promise.all(["acme", "tiny", "unknown"].map((key) => of(key))), [true, false, false]);
  assert.equal(await of("acme", { company: { size: 1 } }), false);
  assert.equal(await of("unknown", { company: { size: 101 } }), true);
  assert.equal(await value("large", "ann"), false, "no group, no flag");
});

test("payloads come with the flags that are on", async (context) => {
  const { put, ask } = await openDecider(context);
  await put({ a: { ...everybody, payloads: { true: '{"color":"blue"}' } }, b: { ...isPro, payloads: { true: "x" } } });
  const { flags, payloads, isIncomplete: incomplete } = await ask("ann");
  assert.deepEqual(
    [...flags],
    [
      ["a", true],
      ["b", false],
    ],
  );
  assert.deepEqual([...payloads], [["a", '{"color":"blue"}']]);
  assert.equal(incomplete, false);
});

const needs: [name: string, filters: Record<string, object>, asked: QueryOptions, reads: string[]][] = [
  ["nothing, where nothing hangs on it", { a: everybody, b: half }, {}, []],
  ["nothing, where the request says it all", { a: isPro }, { person: { plan: "free" } }, []],
  ["the person only", { a: isPro, b: everybody }, { groups: { company: "acme" } }, ["person"]],
  ["the group only", { a: isLarge }, { groups: { company: "acme" } }, ["groups"]],
  ["not the group, where the request names none", { a: isLarge }, {}, []],
  ["both", { a: isLarge, b: isPro }, { groups: { company: "acme" } }, ["groups", "person"]],
];
for (const [name, filters, asked, expected] of needs) {
  test(`what is read: ${name}`, async (context) => {
    const { put, happen, ask, reads } = await openDecider(context);
    await happen(personEvent("a", "ann", { $groups: { company: "acme" } }));
    await put(filters);
    await ask("ann", asked);
    assert.deepEqual(reads.toSorted(), [...expected, "flags", "types"].toSorted());
  });
}

test("flags and group types are read once a second, and a change is seen after that", async (context) => {
  const { put, value, clock, reads, flags } = await openDecider(context);
  await put({ a: everybody });
  assert.equal(await value("a", "ann"), true);
  await put({ a: { groups: [] } });
  clock.now += 999;
  assert.equal(await value("a", "ann"), true);
  clock.now += 1;
  assert.equal(await value("a", "ann"), false);
  await flags.delete("1", "a");
  clock.now += 1000;
  assert.equal(await value("a", "ann"), undefined);
  assert.deepEqual(reads, ["flags", "types", "flags", "types", "flags", "types"]);
});

/** Two ids on different sides of a rollout to one half. */
async function twoSides(value: (key: string, distinctId: string) => Promise<FlagValue | undefined>) {
  const ids = Array.from({ length: 50 }, (_, number) => `id ${number}`);
  const values = await Promise.all(ids.map((id) => value("half", id)));
  const pick = (wanted: boolean) => ids[values.indexOf(wanted)] ?? assert.fail("all are on one side");
  return { inside: pick(true), outside: pick(false) };
}

async function openContinuity(context: TestContext) {
  const world = await openDecider(context);
  await world.put({ half });
  const sides = await twoSides(world.value);
  await world.put({ half }, { ensure_experience_continuity: true });
  world.clock.now += 5000;
  const identify = (distinctId: string, $anon_distinct_id: string) =>
    personEvent("$identify", distinctId, { $anon_distinct_id });
  return { ...world, anonymous: sides.inside, user: sides.outside, identify };
}

test("stored numbers that no double holds are compared as the nearest", async (context) => {
  const { put, happen, value } = await openDecider(context);
  await put({ rich: where("balance", 1e19, { operator: "gt" }), listed: where("balances", "[12345678901234567000]") });
  const $set = parseExactly('{"balance":12345678901234567890,"balances":[12345678901234567890]}') as PropertyMap;
  await happen(personEvent("a", "ann", { $set }));
  assert.deepEqual([await value("rich", "ann"), await value("listed", "ann")], [true, true]);
});

test("experience continuity: what the visitor saw, the user goes on seeing", async (context) => {
  const { happen, value, anonymous, user, identify } = await openContinuity(context);
  await happen(personEvent("a", anonymous));
  assert.equal(await value("half", anonymous), true);
  await happen(identify(user, anonymous));
  assert.equal(await value("half", user), true);
  assert.equal(await value("half", user, { anonymousId: "another device" }), true);
});

test("experience continuity: from the request's own words, before any event was stored", async (context) => {
  const { happen, value, anonymous, user, identify } = await openContinuity(context);
  assert.equal(await value("half", anonymous), true);
  assert.equal(await value("half", user, { anonymousId: anonymous }), true);
  await happen(personEvent("a", anonymous));
  assert.equal(await value("half", user, { anonymousId: anonymous }), true);
  await happen(identify(user, anonymous));
  assert.equal(await value("half", user), true);
});

test("experience continuity: a user known before takes over what the visitor saw, and keeps it", async (context) => {
  const { happen, value, anonymous, user, identify } = await openContinuity(context);
  await happen(personEvent("a", user), personEvent("a", anonymous));
  assert.equal(await value("half", user, { anonymousId: anonymous }), true);
  await happen(identify(user, anonymous));
  assert.equal(await value("half", user), true);
});

test("experience continuity: what only the visitor was asked moves to the user whom the visitor turns out to be", async (context) => {
  const { happen, value, anonymous, user, identify } = await openContinuity(context);
  await happen(personEvent("a", user), personEvent("a", anonymous));
  assert.equal(await value("half", anonymous), true);
  await happen(identify(user, anonymous));
  assert.equal(await value("half", user), true);
  assert.equal(await value("half", anonymous), true);
});

test("experience continuity: a user who has an answer keeps it, whoever the visitor was", async (context) => {
  const { happen, value, anonymous, user, identify } = await openContinuity(context);
  await happen(personEvent("a", user), personEvent("a", anonymous));
  assert.equal(await value("half", user), false);
  assert.equal(await value("half", anonymous), true);
  assert.equal(await value("half", user, { anonymousId: anonymous }), false);
  await happen(identify(user, anonymous));
  assert.equal(await value("half", user, { anonymousId: anonymous }), false);
  assert.equal(await value("half", anonymous), false, "they are one person now");
});

test("a flag without continuity goes by the distinct id of the request", async (context) => {
  const { put, clock, happen, value, anonymous, user, identify } = await openContinuity(context);
  await put({ half });
  clock.now += 5000;
  await happen(identify(user, anonymous));
  assert.deepEqual(
    [await value("half", anonymous), await value("half", user, { anonymousId: anonymous })],
    [true, false],
  );
});

test("while persons cannot be read, what does not need them is answered, and the answer says that it is incomplete", async (context) => {
  const { put, happen, ask, operate } = await openDecider(context);
  await put({ all: everybody, pro: isPro });
  await happen(personEvent("a", "ann", { $set: { plan: "pro" } }));
  operate("ALTER TABLE persons RENAME TO away");
  const { flags, isIncomplete: incomplete } = await ask("ann");
  assert.deepEqual([[...flags], incomplete], [[["all", true]], true]);
  const given = await ask("ann", { person: { plan: "pro" } });
  assert.deepEqual([given.flags.get("pro"), given.isIncomplete], [true, false]);
  operate("ALTER TABLE away RENAME TO persons");
  assert.equal((await ask("ann")).flags.get("pro"), true);
});

test("while flags cannot be read, those that were known go on; where none were, the store is unavailable", async (context) => {
  const { put, ask, operate, clock } = await openDecider(context);
  await put({ all: everybody });
  operate("ALTER TABLE flags RENAME TO away");
  await assert.rejects(ask("ann"), StoreUnavailable);
  operate("ALTER TABLE away RENAME TO flags");
  assert.equal((await ask("ann")).flags.get("all"), true);
  operate("ALTER TABLE flags RENAME TO away");
  clock.now += 3_600_000;
  const { flags, isIncomplete: incomplete } = await ask("ann");
  assert.deepEqual([[...flags], incomplete], [[["all", true]], false]);
});

test("a flag that nobody can decide is left out, and the answer says that it is incomplete", async (context) => {
  const { put, ask } = await openDecider(context);
  await put({ all: everybody, some: { groups: [{ properties: [{ key: "id", value: 7, type: "cohort" }] }] } });
  const { flags, isIncomplete: incomplete } = await ask("ann");
  assert.deepEqual([[...flags], incomplete], [[["all", true]], true]);
});

test("a project has no flags but its own", async (context) => {
  const { put, ask, flags } = await openDecider(context);
  await put({ all: everybody });
  const [stored] = await flags.list("1");
  await flags.put("2", [{ ...(stored ?? assert.fail()), key: "other" }]);
  assert.deepEqual([...(await ask("ann")).flags.keys()], ["all"]);
});
