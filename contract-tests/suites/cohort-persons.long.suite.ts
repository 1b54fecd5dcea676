import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = sharedServer("cohort-persons");
const behavior = { type: "behavioral", key: "book", event_type: "events", value: "performed_event" };

describe("flags with conditions on the persons of cohorts", needs("settings"), () => {
  const cohort = async (json: object) =>
    own().client.expectStatus("cohorts_create", 201, { json: { name: "Beta", ...json } as never });
  const flag = async (cohortId: number, operator = "in") => {
    const properties = [{ key: "id", type: "cohort", value: cohortId, operator }];
    const json = { key: `flag-${randomUUID()}`, filters: { groups: [{ properties, rollout_percentage: 100 }] } };
    return (await own().client.expectStatus("feature_flags_create", 201, { json: json as never })).key;
  };
  const flagsOf = async (distinct_id: string) => {
    const json = { api_key: own().tenant.projectApiKey, distinct_id } as never;
    return (await own().client.expectStatus("flags", 200, { query: { v: 2 }, json })) as {
      readonly errorsWhileComputingFlags: boolean;
      readonly flags: Readonly<Record<string, { enabled: boolean; reason: { description: string } }>>;
    };
  };
  const isOn = async (key: string, distinctId: string) => (await flagsOf(distinctId)).flags[key]?.enabled;
  const send = async (...events: readonly (readonly [event: string, distinctId: string])[]) => {
    const batch = events.map(([event, distinct_id]) => ({ event, distinct_id, properties: { $set: { seen: true } } }));
    await own().client.expectStatus("batch", 200, { json: { api_key: own().tenant.projectApiKey, batch } });
    const isKnown = async (search: string) =>
      (await own().client.expectStatus("persons_list", 200, { query: { distinct_id: search } })).count === 1;
    for (const [, id] of events) await eventually(`${id} is known`, () => isKnown(id));
  };

  test("are decided by who was added to a static one, and taken out of it", async () => {
    await send(["seen", "ann"], ["seen", "bob"]);
    const { client } = own();
    const beta = await cohort({ is_static: true });
    const add = { path: { id: String(beta.id) }, json: { distinct_ids: ["ann"] } };
    await client.expectStatus("cohorts_persons_add", 200, add as never);
    const [inside, outside] = [await flag(beta.id), await flag(beta.id, "not_in")];
    const decided = async (id: string) => [await isOn(inside, id), await isOn(outside, id)];
    // Requests reach one node and then the other, which may know less for a moment.
    for (const [id, isIn] of [
      ["ann", true],
      ["bob", false],
      ["nobody", false],
    ] as const) {
      await eventually(`${id} is decided`, async () => (await decided(id)).join() === `${isIn},${!isIn}`);
    }
    const { flags, errorsWhileComputingFlags } = await flagsOf("ann");
    assert.equal(errorsWhileComputingFlags, false);
    assert.match(flags[inside]?.reason.description ?? "", /Matched condition set 1, by cohorts as of 20\d\d-/);
    const [person] = (await client.expectStatus("persons_list", 200, { query: { distinct_id: "ann" } })).results;
    const remove = { path: { id: String(beta.id) }, json: { person_id: person?.uuid } };
    await client.expectStatus("cohorts_person_remove", 200, remove as never);
    await eventually("the person is out", async () => (await isOn(inside, "ann")) === false);
    const token = own().tenant.projectApiKey;
    const local = await client.expectStatus("local_evaluation", 200, { query: { token } as never });
    assert.equal(local.cohorts[String(beta.id)], undefined, "libraries ask the service");
  });

  test("are decided by what persons did, also by way of another cohort, and after the cohort changes", async () => {
    await send(["book", "cyd"], ["seen", "dan"]);
    const did = await cohort({ filters: { properties: { type: "AND", values: [behavior] } } });
    const nested = await cohort({
      filters: { properties: { type: "AND", values: [{ type: "cohort", key: "id", value: did.id }] } },
    });
    const [direct, through] = [await flag(did.id), await flag(nested.id)];
    const becomes = async (id: string, isIn: boolean) =>
      eventually(`${id} is ${isIn ? "in" : "out"}`, async () => {
        return [await isOn(direct, id), await isOn(through, id)].every((one) => one === isIn);
      });
    await becomes("cyd", true);
    await becomes("dan", false);
    const filters = { properties: { type: "AND", values: [{ ...behavior, negation: true }] } };
    const change = { path: { id: String(did.id) }, json: { filters } };
    await own().client.expectStatus("cohorts_partial_update", 200, change as never);
    await becomes("dan", true);
    await becomes("cyd", false);
  });
});
