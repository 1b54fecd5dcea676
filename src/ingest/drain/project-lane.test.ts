import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countEvents } from "../../../test/support/count-events.ts";
import { batchRequest, NOON, openDrainEnvironment, rawEvent } from "../../../test/support/test-drain.ts";
import { anyPersonEvent, personEvent, readPersonStates } from "../../../test/support/test-people.ts";
import { PersonModel } from "../../../test/support/test-person-model.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import type { DrainPorts } from "./drain.ts";
import { createDrainCaches, storeEvents } from "./store-events.ts";
import type { WorkPace } from "./work-pace.ts";

type Environment = Awaited<ReturnType<typeof openDrainEnvironment>>;

/** Applies up to `count()` events of each project in a turn. */
function pacedBy(count: (projectId: string) => number): Pick<WorkPace, "apply"> {
  return {
    async apply(projects, work) {
      const all = [...projects];
      await work(new Map(all.map(([id, events]) => [id, events.slice(0, count(id))])), () => {});
      return all.flatMap(([id, events]) => events.slice(count(id)));
    },
  };
}

function paced({ store, journal }: Environment, pace: Pick<WorkPace, "apply">): Pick<DrainPorts, "store"> {
  const caches = createDrainCaches(journal.identity());
  const limits = { bytes: 1_000_000, values: 1000 };
  return {
    store: (events: readonly NormalizedEvent[], isStored: boolean) =>
      storeEvents(events, { store, ...caches, snapshotLimits: limits, pace, isStored }),
  };
}

test("a project whose persons take long does not keep others waiting", async (context) => {
  const environment = await openDrainEnvironment(context);
  const { append, journal, store, reports } = environment;
  const slow = Array.from({ length: 30 }, (_, n) => rawEvent("seen", `user ${n % 3}`, { $set: { n } }));
  append(batchRequest([...slow.slice(0, 20), rawEvent("", "dropped")]), batchRequest(slow.slice(20)));
  const order: string[] = [];
  const pace = pacedBy((projectId) => (projectId === "1" ? 2 : 1000));
  const drain = environment.start(
    paced(environment, {
      apply: (projects, work) => {
        order.push(...projects.keys());
        return pace.apply(projects, work);
      },
    }),
  );
  await environment.until(() => reports.length > 0);
  const [first] = reports;
  assert.deepEqual([...(first?.lanes ?? [])], ["1"]);
  assert.equal(first?.upTo, 0, "the request is kept until all of it is stored");
  const turns = order.length;
  append(batchRequest([rawEvent("seen", "bob")], { projectId: "2" }));
  append(batchRequest([rawEvent("last", "user 0", { $set: { n: "last" } }), rawEvent("", "dropped")]));
  drain.wake();
  const last = journal.groupRanges().at(-1)?.last ?? 0;
  await environment.until(() => reports.some(({ upTo }) => upTo >= last));
  await drain.stop();
  assert.ok(order.slice(turns).indexOf("2") <= 2, "the other project has the turn after the present one");
  const persons = await store.persons.find("1", ["user 0", "user 1", "user 2"]);
  assert.deepEqual(
    [...persons.values()].map(({ properties }) => properties.n),
    ["last", 28, 29],
  );
  assert.deepEqual(environment.totals(), { stored: 32, dropped: 2, deadLettered: 0, refusedMerges: 0 });
  assert.equal(await countEvents(store.events, "1", {}), 31);
  assert.deepEqual(reports.at(-1)?.lanes, new Set());
});

test("a lane goes on after failures of the journal and of the store", async (context) => {
  const environment = await openDrainEnvironment(context);
  const { append, journal, store, reports } = environment;
  for (let n = 0; n < 6; n++) append(batchRequest([rawEvent("seen", "ann", { $set: { n } })]));
  const { store: storeSome } = paced(
    environment,
    pacedBy(() => 1),
  );
  let calls = 0;
  const failing = async <T>(work: () => T | Promise<T>) => {
    calls += 1;
    if (calls % 2 === 0) throw new Error("database is locked");
    return work();
  };
  let reads = 0;
  const drain = environment.start({
    read(after) {
      reads += 1;
      if (reads % 2 === 0) throw new Error("the journal is locked");
      return journal.read(after, 1);
    },
    store: (events, isStored) => storeSome(events, isStored),
    release: (upTo) => failing(() => journal.release(upTo)),
  });
  const last = journal.groupRanges().at(-1)?.last ?? 0;
  await environment.until(() => reports.some(({ upTo }) => upTo >= last));
  await drain.stop();
  assert.equal((await store.persons.find("1", ["ann"])).get("ann")?.properties.n, 5);
});

test("a request of a lane that cannot be read becomes a dead letter", async (context) => {
  const environment = await openDrainEnvironment(context);
  const { append, store } = environment;
  append(batchRequest([rawEvent("a", "ann"), rawEvent("b", "ann")]));
  append(batchRequest([], { body: Buffer.from('{"batch": [{"event": "x", "distinct_id": "ann"') }));
  append(batchRequest([rawEvent("c", "ann")]));
  await environment.drain(
    paced(
      environment,
      pacedBy(() => 1),
    ),
  );
  assert.equal(environment.deadLetters().length, 1);
  assert.equal(await countEvents(store.events, "1", {}), 3);
});

const sentEvents = fc.array(
  fc.record({
    event: anyPersonEvent,
    project: fc.constantFrom("1", "2"),
    isNewRequest: fc.boolean(),
    isNewGroup: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

test("lanes keep the order of each project, whenever the drain restarts", async (context) => {
  const anyStops = fc.array(fc.nat(6), { maxLength: 3 });
  const anyPace = fc.record({ "1": fc.integer({ min: 1, max: 3 }), "2": fc.constantFrom(1, 2, 100) });
  const property = fc.asyncProperty(sentEvents, anyStops, anyPace, async (sent, stops, counts) => {
    const environment = await openDrainEnvironment(context);
    const model = { "1": new PersonModel(), "2": new PersonModel() };
    let group: ReturnType<typeof batchRequest>[] = [];
    let request: { project: string; events: object[] } = { project: "1", events: [] };
    const endRequest = () => {
      if (request.events.length > 0) group.push(batchRequest(request.events, { projectId: request.project }));
    };
    for (const { event, project, isNewRequest, isNewGroup } of sent) {
      const { event: name, distinctId, properties, timestamp } = event;
      const at = NOON - 1000 * timestamp;
      model[project as "1" | "2"].apply(personEvent(name, distinctId, properties, at));
      if (isNewRequest || isNewGroup || project !== request.project) {
        endRequest();
        request = { project, events: [] };
      }
      if (isNewGroup && group.length > 0) environment.append(...group.splice(0));
      request.events.push(rawEvent(name, distinctId, { properties, timestamp: new Date(at).toISOString() }));
    }
    endRequest();
    if (group.length > 0) environment.append(...group);
    group = [];
    const pace = pacedBy((projectId) => counts[projectId as "1" | "2"]);
    for (const steps of stops) {
      const seen = environment.reports.length;
      const last = environment.journal.groupRanges().at(-1)?.last ?? 0;
      const drain = environment.start(paced(environment, pace));
      await environment.until(() => {
        return environment.reports.length > seen + steps || environment.reports.some(({ upTo }) => upTo >= last);
      });
      await drain.stop();
      if (environment.reports.some(({ upTo }) => upTo >= last)) break;
    }
    const last = environment.journal.groupRanges().at(-1)?.last ?? 0;
    if (!environment.reports.some(({ upTo }) => upTo >= last)) await environment.drain(paced(environment, pace));
    for (const project of ["1", "2"] as const) {
      assert.deepEqual(await readPersonStates(project, environment.store.persons), model[project].state());
      const own = sent.filter((one) => one.project === project);
      assert.equal(await countEvents(environment.store.events, project, {}), own.length);
    }
  });
  await fc.assert(property, { numRuns: 8 });
});
