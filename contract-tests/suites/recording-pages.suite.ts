import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory } from "../support/rrweb-events.ts";
import { removeCreatedRecordings, sendSession, waitUntilStored } from "../support/send-session.ts";

const client = new Client();

after(removeCreatedRecordings);

describe("recordings: pages", needs("tenants"), () => {
  const { paginationTenant: tenant } = target;
  const tenantClient = new Client(target, tenant);

  test("next and previous lead through all recordings, newest first", async () => {
    const start = Date.now() - 500_000;
    const sessions = [3, 1, 5, 2, 4].map((minute) => ({
      id: `walk-${minute}-${randomUUID()}`,
      startMs: start + minute * 60_000,
    }));
    for (const { id, startMs } of sessions) {
      await sendSession([{ events: [rrwebEventFactory(startMs).mouse(0, 2)] }], id, tenant.projectApiKey);
    }
    const newestFirst = sessions.toSorted((a, b) => b.startMs - a.startMs).map(({ id }) => id);
    await eventually("all recordings are listed, with their persons", async () => {
      const { count, results } = await tenantClient.expectStatus("session_recordings_list", 200);
      return count === 5 && results.every(({ person }) => person !== null);
    });
    for (const limit of [1, 2, 5, 1000]) {
      const first = await tenantClient.expectStatus("session_recordings_list", 200, { query: { limit } });
      assert.equal(first.previous, null);
      const all = await fetchAllPages<{ id: string }>(first as ListPage<{ id: string }>, tenant.personalApiKey);
      assert.deepEqual(
        all.map(({ id }) => id),
        newestFirst,
        `limit ${limit}`,
      );
    }
    const middle = await tenantClient.expectStatus("session_recordings_list", 200, { query: { limit: 2, offset: 1 } });
    assert.deepEqual([middle.count, middle.results.map(({ id }) => id)], [5, newestFirst.slice(1, 3)]);
    const beyond = await tenantClient.expectStatus("session_recordings_list", 200, {
      query: { offset: 9007199254740991 },
    });
    assert.deepEqual([beyond.count, beyond.next, beyond.results], [5, null, []]);
    assert.notEqual(beyond.previous, null);
  });

  test("the same session id in another project is another recording", async () => {
    const id = randomUUID();
    const at = Date.now() - 1000;
    const [ours, theirs] = [rrwebEventFactory(at).mouse(0, 2), rrwebEventFactory(at - 5000).input(0, "x")];
    await sendSession([{ events: [ours] }], id);
    await sendSession([{ events: [theirs] }], id, target.otherTenant.projectApiKey);
    const otherClient = new Client(target, target.otherTenant);
    await waitUntilStored(id, [ours]);
    await eventually("the other project has it", async () => {
      return (await otherClient.request("session_recordings_retrieve", { path: { id } })).status === 200;
    });
    assert.equal((await client.expectStatus("session_recordings_retrieve", 200, { path: { id } })).keypress_count, 0);
    await otherClient.expectStatus("session_recordings_destroy", 204, { path: { id } });
    assert.equal((await client.expectStatus("session_recordings_retrieve", 200, { path: { id } })).click_count, 1);
  });
});
