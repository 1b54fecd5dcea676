import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { openDirectStore } from "../services/open-direct-store.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";

const client = new Client();
const send = (distinct_id: string, event: object = {}) =>
  client.expectStatus("capture", 200, {
    json: { api_key: target.tenant.projectApiKey, event: "seen", distinct_id, ...event },
  });

/** Waits until every node knows the person with all distinct ids. Returns the person's UUID. */
async function stored(id: string, distinctIds = 1): Promise<string> {
  let uuid = "";
  for (const node of clientsOfNodes(target, target.tenant)) {
    uuid = await eventually("the person is stored", async () => {
      const { status, body } = await node.request("persons_retrieve", { path: { id } });
      const person = body as { readonly uuid: string; readonly distinct_ids: readonly string[] };
      return status === 200 && person.distinct_ids.length === distinctIds && person.uuid;
    });
  }
  return uuid;
}

const completed = (id: string) =>
  eventually("the erasure is completed", async () => {
    const erasure = await client.expectStatus("erasures_retrieve", 200, { path: { id } });
    return erasure.state === "completed" && erasure;
  });

describe("erasures", needs("state"), () => {
  test("remove a person with recordings; what is sent after the response starts another person", async () => {
    const [ada, tablet, session] = [`ada ${randomUUID()}`, `tablet ${randomUUID()}`, randomUUID()];
    await send(tablet, { $set: { tablet: true } });
    await send(ada, { event: "$identify", properties: { $anon_distinct_id: tablet }, $set: { name: "Ada" } });
    const snapshot = snapshotBody(target.tenant.projectApiKey, { sessionId: session, distinctId: ada }, [
      rrwebEventFactory(Date.now()).mouse(0, 2),
    ]);
    await client.expectStatus("capture", 200, { json: snapshot });
    const recording = { path: { id: session } };
    await eventually("the recording is stored", async () => {
      return (await client.request("session_recordings_retrieve", recording)).status === 200;
    });
    const uuid = await stored(tablet, 2);

    const erasure = await client.expectStatus("persons_destroy", 202, { path: { id: uuid } });
    await send(ada, { $set: { name: "Another" } });
    assert.deepEqual([erasure.state, erasure.completed_at], ["pending", null]);
    const last = await completed(erasure.id);
    assert.deepEqual([last.requested_at, last.waiting_for], [erasure.requested_at, []]);
    assert.ok((last.completed_at ?? "") > last.requested_at);
    const { results } = await client.expectStatus("erasures_list", 200);
    assert.ok(results.some(({ id }) => id === erasure.id));

    await stored(ada);
    for (const node of clientsOfNodes(target, target.tenant)) {
      await node.expectError("session_recordings_retrieve", [404, "not_found", null], recording);
      for (const id of [uuid, tablet]) {
        await node.expectError("persons_retrieve", [404, "not_found", null], { path: { id } });
      }
      const person = await node.expectStatus("persons_retrieve", 200, { path: { id: ada } });
      assert.notEqual(person.uuid, uuid);
      assert.deepEqual([person.distinct_ids, person.properties], [[ada], { name: "Another" }]);
    }
  });

  test("remove what a visitor without a person has left, also what is still waiting", async () => {
    const [visitor, session, uuid] = [randomUUID(), randomUUID(), randomUUID()];
    const [properties, path] = [{ $process_person_profile: false }, { id: session }];
    const snapshot = snapshotBody(target.tenant.projectApiKey, { sessionId: session, distinctId: visitor }, [
      rrwebEventFactory(Date.now()).mouse(0, 2),
    ]);
    await send(visitor, { uuid, properties });
    const json = { ...snapshot, properties: { ...snapshot.properties, ...properties } };
    await client.expectStatus("capture", 200, { json });
    await eventually("the recording is stored", async () => {
      return (await client.request("session_recordings_retrieve", { path })).status === 200;
    });
    await client.expectError("persons_retrieve", [404, "not_found", null], { path: { id: visitor } });
    await send(visitor, { $set: { name: "waiting" } });
    const { id } = await client.expectStatus("persons_destroy", 202, { path: { id: visitor } });
    const later = randomUUID();
    await send(visitor, { uuid: later, $set: { name: "later" } });
    await completed(id);
    await stored(visitor);
    const { properties: kept } = await client.expectStatus("persons_retrieve", 200, { path: { id: visitor } });
    assert.deepEqual(kept, { name: "later" });
    for (const node of clientsOfNodes(target, target.tenant))
      await node.expectError("session_recordings_retrieve", [404, "not_found", null], { path });
    if (needs("store").skip !== false) return;
    const left = await eventually("the later event is stored, which may follow its person", async () => {
      const events = await openDirectStore(environmentOf(target)).findEvents(target.tenant.projectId, [uuid, later]);
      return events.length > 0 && events.map((event) => event.uuid);
    });
    assert.deepEqual(left, [later]);
  });

  test("are accepted for any id, and each request begins another", async () => {
    const path = { id: randomUUID() };
    const [first, second] = [
      await client.expectStatus("persons_destroy", 202, { path }),
      await client.expectStatus("persons_destroy", 202, { path }),
    ];
    assert.notEqual(first.id, second.id);
    assert.ok(second.requested_at > first.requested_at);
    for (const { id } of [first, second]) await completed(id);
  });

  test("refuse unknown projects, unknown erasures and wrong pages", async () => {
    const absent = { path: { project_id: "999999", id: randomUUID() } };
    await client.expectError("persons_destroy", [404, "not_found", null], absent);
    for (const id of [randomUUID(), "nobody"])
      await client.expectError("erasures_retrieve", [404, "not_found", null], { path: { id } });
    await client.expectError("erasures_list", [400, undefined, "limit"], { query: { limit: 0 } });
  });
});
