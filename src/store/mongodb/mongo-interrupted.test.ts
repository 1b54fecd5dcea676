import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { putFlags } from "../../../test/conformance/put-flags.ts";
import { attachMany, newEvent } from "../../../test/conformance/samples.ts";
import { countEvents } from "../../../test/support/count-events.ts";
import { connectInterrupted, interruptEveryWrite } from "../../../test/support/engines/test-interruptions.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { attach } from "../../../test/support/test-people.ts";
import type { Store } from "../ports/stores.ts";
import type { Invite } from "../records/invites.ts";
import { openMongo, portsOf } from "./mongodb.ts";

/** After an interruption at any of a call's writes, readers see a valid state, and repeating the call completes it. */
describe("MongoDB: interrupted calls", { skip: noMongoServer }, () => {
  let name = "";
  let store: Store;
  before(async () => {
    name = await newDatabaseName();
    store = await openMongo(testMongoOptions(name));
  });
  after(async () => {
    await store.close();
    await dropTestDatabase(name);
  });

  const uuidsOf = async (project: string, distinctIds: readonly string[]) => {
    const found = await store.persons.find(project, distinctIds);
    return distinctIds.map((distinctId) => found.get(distinctId)?.uuid);
  };

  async function newPerson(project: string, distinctId: string, at: number, set: Record<string, unknown> = {}) {
    const person = (await store.persons.ensure(project, [{ distinctId, at }])).get(distinctId);
    assert.ok(person);
    await store.persons.update(project, [{ uuid: person.uuid, changes: [{ set }], identify: false }]);
    return person.uuid;
  }

  test("create one person for a distinct id", () =>
    interruptEveryWrite(name, {
      prepare: async () => ["ada", "bob", "eve"].map((distinctId) => ({ distinctId, at: 1 })),
      call: (ports, project, wanted) => ports.persons.ensure(project, wanted),
      async check(project, wanted) {
        const distinctIds = wanted.map(({ distinctId }) => distinctId);
        const uuidsBefore = await uuidsOf(project, distinctIds);
        const persons = await store.persons.ensure(project, wanted);
        assert.equal(new Set([...persons.values()].map(({ uuid }) => uuid)).size, 3);
        for (const [index, distinctId] of distinctIds.entries()) {
          const uuid = persons.get(distinctId)?.uuid ?? "";
          assert.ok([undefined, uuid].includes(uuidsBefore[index]));
          assert.deepEqual(await store.persons.distinctIds(project, uuid, 10), [distinctId]);
        }
      },
    }));

  const interruptMerge = (hasMany: boolean) =>
    interruptEveryWrite(name, {
      async prepare(project) {
        const into = await newPerson(project, "ada", 200, { name: "Ada", both: 1 });
        const from = await newPerson(project, "anonymous", 100, { city: "London", both: 2 });
        await attach(store.persons, project, "tablet", from);
        const many = hasMany ? await attachMany(store.persons, project, from) : [];
        await store.flags.keepIdentifiers(project, into, ["both"], "ada");
        await store.flags.keepIdentifiers(project, from, ["both", "beta"], "anonymous");
        return { into, from, many };
      },
      call: ({ persons }, project, { into, from }) => persons.merge(project, into, from),
      async check(project, { into, from, many }) {
        const distinctIds = ["ada", "anonymous", "tablet", ...many];
        const [ada, ...others] = await uuidsOf(project, distinctIds);
        assert.equal(ada, into);
        const isMerged = others[0] === into;
        assert.deepEqual(new Set(others), new Set([isMerged ? into : from]));
        const properties = async (distinctId: string) =>
          (await store.persons.find(project, [distinctId])).get(distinctId)?.properties;
        if (!isMerged) assert.deepEqual(await properties("tablet"), { city: "London", both: 2 });
        await store.persons.update(project, [{ uuid: into, changes: [{ set: { later: true } }], identify: false }]);
        for (let times = 0; times < 2; times++) {
          assert.equal(await store.persons.merge(project, into, from), true);
          const person = (await store.persons.find(project, ["tablet"])).get("tablet");
          assert.deepEqual(person?.properties, { name: "Ada", both: 1, city: "London", later: true });
          assert.equal(person?.createdAt, 100);
          const owned = await store.persons.distinctIds(project, into, 100);
          assert.deepEqual(owned.toSorted(), distinctIds.toSorted());
          assert.deepEqual(await store.persons.distinctIds(project, from, 10), []);
          const identifiers = await store.flags.keepIdentifiers(project, into, ["both", "beta"], "new");
          assert.deepEqual(identifiers, new Map(Object.entries({ both: "ada", beta: "anonymous" })));
        }
      },
    });

  test("merge two persons or leave them unchanged", () => interruptMerge(false));

  test("merge a person with more distinct ids or leave it unchanged", () => interruptMerge(true));

  test("allow a merge in the other direction or into a third person after an interrupted one", () =>
    interruptEveryWrite(name, {
      async prepare(project) {
        const uuids = ["ada", "bob", "eve"].map((distinctId, index) =>
          newPerson(project, distinctId, index, { [distinctId]: 1 }),
        );
        const [ada = "", bob = "", eve = ""] = await Promise.all(uuids);
        return { ada, bob, eve };
      },
      call: ({ persons }, project, { ada, bob }) => persons.merge(project, ada, bob),
      async check(project, { ada, bob, eve }) {
        const isMerged = (await uuidsOf(project, ["bob"]))[0] === ada;
        assert.equal(await store.persons.merge(project, bob, ada), true);
        const survivor = isMerged ? ada : bob;
        assert.equal(await store.persons.merge(project, eve, survivor), true);
        assert.deepEqual(await uuidsOf(project, ["ada", "bob", "eve"]), [eve, eve, eve]);
        const person = (await store.persons.find(project, ["bob"])).get("bob");
        assert.deepEqual(person?.properties, { eve: 1, ada: 1, bob: 1 });
        assert.equal((await store.persons.distinctIds(project, eve, 10)).length, 3);
      },
    }));

  test("attach a distinct id to the survivor", () =>
    interruptEveryWrite(name, {
      async prepare(project) {
        return { ada: await newPerson(project, "ada", 1), bob: await newPerson(project, "bob", 1) };
      },
      call: async ({ persons }, project, { ada, bob }) => {
        await attach(persons, project, "tablet", bob);
        await persons.merge(project, ada, bob);
        await attach(persons, project, "phone", bob);
      },
      async check(project, { ada, bob }) {
        await attach(store.persons, project, "tablet", bob);
        await store.persons.merge(project, ada, bob);
        await attach(store.persons, project, "phone", bob);
        assert.deepEqual(await uuidsOf(project, ["ada", "bob", "tablet", "phone"]), [ada, ada, ada, ada]);
        const distinctIds = await store.persons.distinctIds(project, ada, 10);
        assert.deepEqual(distinctIds.toSorted(), ["ada", "bob", "phone", "tablet"]);
      },
    }));

  test("keep flag identifiers of the survivor", () =>
    interruptEveryWrite(name, {
      async prepare(project) {
        return { ada: await newPerson(project, "ada", 1), bob: await newPerson(project, "bob", 1) };
      },
      call: async ({ persons, flags }, project, { ada, bob }) => {
        await flags.keepIdentifiers(project, bob, ["beta"], "bob");
        await persons.merge(project, ada, bob);
        await flags.keepIdentifiers(project, bob, ["beta", "dark"], "late");
      },
      async check(project, { ada, bob }) {
        await store.persons.merge(project, ada, bob);
        const identifiers = await store.flags.keepIdentifiers(project, bob, ["beta", "dark"], "last");
        assert.deepEqual(await store.flags.keepIdentifiers(project, ada, ["beta", "dark"], "new"), identifiers);
      },
    }));

  test("insert all invites or none", () => {
    const invite = (organizationId: string): Invite => ({
      ...{ id: randomUUID(), organizationId, targetEmail: "new@example.com", firstName: "", message: "" },
      ...{
        level: "member",
        emailingAttemptMade: false,
        secretHash: null,
        createdBy: 1,
        createdAt: 1,
        updatedAt: 1,
        expiresAt: 1,
      },
    });
    return interruptEveryWrite(name, {
      async prepare() {
        const organization = randomUUID();
        return { organization, invites: Array.from({ length: 20 }, () => invite(organization)) };
      },
      call: (ports, _, { invites }) => ports.invites.insert(invites),
      async check(_, { organization, invites }) {
        const list = () => store.invites.list(organization, { limit: 100, offset: 0 });
        assert.ok([0, 20].includes((await list()).count));
        await store.invites.insert(invites);
        assert.deepEqual(await list(), { count: 20, items: invites });
      },
    });
  });

  test("store events, group types, groups, flags and identifiers once", () =>
    interruptEveryWrite(name, {
      prepare: async (project) => Array.from({ length: 5 }, () => newEvent(project)),
      async call({ events, persons, groups, flags }, project, newEvents) {
        await events.insert(newEvents);
        await groups.registerTypes(project, ["company", "team"]);
        await groups.update(project, [{ type: "team", key: "red", changes: [{ setOnce: { first: project } }], at: 1 }]);
        await putFlags(flags, project, [{ key: "beta", definition: "{}", updatedAt: 1 }]);
        const person = (await persons.ensure(project, [{ distinctId: "ada", at: 1 }])).get("ada")?.uuid ?? "";
        await flags.keepIdentifiers(project, person, ["beta", "dark"], "first");
      },
      async check(project, newEvents) {
        const { events, persons, groups, flags } = store;
        await events.insert(newEvents);
        assert.equal(await countEvents(events, project, {}), 5);
        await groups.registerTypes(project, ["team", "company"]);
        const types = await groups.types(project);
        assert.deepEqual(types.toSorted(), ["company", "team"]);
        await groups.update(project, [{ type: "team", key: "red", changes: [{ setOnce: { first: project } }], at: 2 }]);
        const [group] = await groups.find(project, [{ type: "team", key: "red" }]);
        assert.deepEqual(group?.properties, { first: project });
        const person = (await persons.ensure(project, [{ distinctId: "ada", at: 1 }])).get("ada")?.uuid ?? "";
        const identifiers = await flags.keepIdentifiers(project, person, ["beta", "dark"], "second");
        assert.equal(new Set(identifiers.values()).size, 1);
      },
    }));

  test("return the claim of the first setup to the claimant that lost the answer", async (context) => {
    const connection = await connectInterrupted(name, 1, "after");
    context.after(() => connection.close());
    const { tenants } = portsOf(connection.database);
    await assert.rejects(tenants.claimFirstSetup(), { name: "StoreUnavailable" });
    assert.equal(await store.tenants.claimFirstSetup(), false);
    await connection.restore();
    assert.equal(await tenants.claimFirstSetup(), true);
    assert.equal(await tenants.claimFirstSetup(), false);
  });
});
