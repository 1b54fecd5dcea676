import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";
import { sendSession } from "../support/send-session.ts";
import { readMetrics } from "../support/service-metrics.ts";

const client = new Client();
const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];

// Not on a deployment: an erased session stays erased, so that the test would fail the second time.
describe("recordings: names of sessions", needs("store"), () => {
  test("a session named properties is retrieved under %70roperties, played, pinned and deleted", async () => {
    const id = await sendSession([{ events }], "properties");
    const [encoded, plain] = [{ path: { id: "%70roperties" }, isEncoded: true }, { path: { id } }];
    await eventually("it is stored", async () => {
      const { status, body } = await client.request("session_recordings_retrieve", encoded);
      return status === 200 && (body as { readonly id: string }).id === id;
    });
    const query = { session_ids: id };
    assert.equal((await client.expectStatus("session_recordings_properties_retrieve", 200, { query })).id, id);
    for (const options of [encoded, plain]) {
      await client.expectStatus("session_recordings_snapshots_retrieve", 200, options);
      assert.equal((await client.expectStatus("session_recordings_pin", 200, options)).id, id);
      await client.expectStatus("session_recordings_unpin", 204, options);
    }
    await client.expectStatus("session_recordings_destroy", 204, plain);
    await client.expectError("session_recordings_retrieve", [404, "not_found", null], encoded);
  });

  test("sessions named . and .. have no address, so their snapshots become dead letters", async () => {
    const refused = async () => (await readMetrics(client))("sightline_events_dead_lettered_total");
    const before = await refused();
    for (const sessionId of [".", ".."]) {
      const json = snapshotBody(target.tenant.projectApiKey, { sessionId }, events);
      await client.expectStatus("capture", 200, { json });
    }
    await eventually("both are dead letters", async () => (await refused()) >= before + 2);
  });
});
