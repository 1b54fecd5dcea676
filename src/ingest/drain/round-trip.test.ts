import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type Engine, runSuites, testStore } from "../../../test/conformance/engine-suites.ts";
import { newProject } from "../../../test/conformance/samples.ts";
import { STORE_ENGINES } from "../../../test/conformance/tested-engines.ts";
import { anyJsonObject } from "../../../test/support/any-json.ts";
import { parseExactly, stringifyExactly } from "../../lib/json/json.ts";
import type { Store } from "../../store/ports/stores.ts";
import { normalizeEvents } from "../normalize-events.ts";
import { createDrainCaches, storeEvents } from "./store-events.ts";

runSuites(STORE_ENGINES, [describeRoundTrips]);

function describeRoundTrips(engine: Engine<Store>): void {
  describe(`${engine.name}: property maps`, () => {
    const store = testStore(engine);
    const numRuns = engine.name === "SQLite" ? 30 : 40;

    /** Stores the events of a batch. */
    async function send(projectId: string, ...events: string[]): Promise<void> {
      const body = Buffer.from(`{"api_key":"phc","batch":[${events.join(",")}]}`);
      const entry = { projectId, receivedAt: 1, seed: randomUUID(), operation: "batch", body } as const;
      const ports = {
        store: store.connection,
        snapshotLimits: { bytes: 1_000_000, values: 10_000 },
        ...createDrainCaches(randomUUID()),
      };
      await storeEvents(normalizeEvents(entry, { group: 1, index: 0 }).events, ports);
    }

    const personOf = async (projectId: string, distinctId: string) =>
      stringifyExactly((await store.connection.persons.find(projectId, [distinctId])).get(distinctId)?.properties);

    test("of events are returned as they were sent", async () => {
      const property = fc.asyncProperty(anyJsonObject, async ({ sent, kept }) => {
        const projectId = newProject();
        await send(projectId, `{"event":"e","distinct_id":"d","properties":${sent}}`);
        const [event] = await store.connection.events.latest(projectId, {}, 1);
        const { properties = "" } = event ?? {};
        assert.equal(stringifyExactly(parseExactly(properties)), kept);
        assert.ok(!/[\n\r]/.test(properties));
      });
      await fc.assert(property, { numRuns });
    });

    test("of persons are returned as they were set, also after other changes and a merge", async () => {
      const property = fc.asyncProperty(anyJsonObject, fc.boolean(), async ({ sent, kept }, once) => {
        const projectId = newProject();
        const change = `"${once ? "$set_once" : "$set"}":{"kept":${sent}}`;
        await send(projectId, `{"event":"e","distinct_id":"a",${change}}`);
        await send(
          projectId,
          `{"event":"e","distinct_id":"b","properties":{${change}}}`,
          `{"event":"e","distinct_id":"b","properties":{"$set":{"more":1e999}}}`,
          '{"event":"e","distinct_id":"c"}',
          '{"event":"$create_alias","distinct_id":"c","properties":{"alias":"b"}}',
        );
        assert.equal(await personOf(projectId, "a"), `{"kept":${kept}}`);
        assert.equal(await personOf(projectId, "c"), `{"kept":${kept},"more":1e999}`);
      });
      await fc.assert(property, { numRuns });
    });

    test("of groups are returned as they were set", async () => {
      const property = fc.asyncProperty(anyJsonObject, async ({ sent, kept }) => {
        const projectId = newProject();
        const group = `"$group_type":"company","$group_key":12345678901234567890,"$group_set":{"kept":${sent}}`;
        await send(projectId, `{"event":"$groupidentify","distinct_id":"d","properties":{${group}}}`);
        const key = { type: "company", key: "12345678901234567890" };
        const [found] = await store.connection.groups.find(projectId, [key]);
        assert.equal(stringifyExactly(found?.properties), `{"kept":${kept}}`);
      });
      await fc.assert(property, { numRuns });
    });

    test("may be large and deep", async () => {
      const projectId = newProject();
      const deep = `${'{"d":'.repeat(300)}12345678901234567891${"}".repeat(300)}`;
      const large = `{"deep":${deep},"text":"${"\u{1f600}".repeat(500_000)}"}`;
      await send(projectId, `{"event":"e","distinct_id":"d","properties":${large}}`);
      const [event] = await store.connection.events.latest(projectId, {}, 1);
      assert.ok(event?.properties === large);
    });
  });
}
