import { connect } from "node:net";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import type { OperationId } from "../contract/contract-document.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { readMetrics } from "../support/service-metrics.ts";

const CLIENTS = 150;
/** Half the heap that the documentation counts on. */
const SETTINGS = { NODE_OPTIONS: "--max-old-space-size=256" };
const own = ownServer(() => SETTINGS, undefined, { oneNode: true });

/** Resolves when all requests are answered or refused, of clients that do not read. */
async function requestAtOnce(operation: OperationId, path: string): Promise<void> {
  const { direct, tenant } = own();
  const { hostname, port } = new URL(direct.endpoint.direct);
  const target = `/api/projects/${tenant.projectId}/${path}?limit=1000`;
  const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.personalApiKey}\r\n\r\n`;
  const sockets = Array.from({ length: CLIENTS }, () => {
    const socket = connect(Number(port), hostname).pause();
    socket.on("error", () => undefined).write(request);
    return socket;
  });
  const answered = async () => (await readMetrics(direct))("sightline_requests_total", { operation }) >= CLIENTS;
  await eventually("all are answered", answered);
  for (const socket of sockets) socket.destroy();
  await assertStillServing(direct, tenant.projectApiKey);
}

describe("with a small heap, many large lists at once are answered or refused", needs("settings"), () => {
  test("of events", async () => {
    const { direct, tenant } = own();
    const properties = { text: "x".repeat(100_000) };
    const batch = Array.from({ length: 10 }, () => ({ event: "large", distinct_id: "x", properties }));
    for (let sent = 0; sent < 10; sent++) {
      await direct.expectStatus("batch", 200, { json: { api_key: tenant.projectApiKey, batch } });
    }
    const stored = async () => (await readMetrics(direct))("sightline_journal_entries") === 0;
    await eventually("the events are stored", stored);
    await requestAtOnce("events_list", "events");
  });

  test("of flags", async () => {
    const { direct } = own();
    const filters = { groups: [], payloads: { true: "x".repeat(480_000) } };
    for (let count = 0; count < 10; count++) {
      await direct.expectStatus("feature_flags_create", 201, { json: { key: `large-${count}`, filters } });
    }
    await requestAtOnce("feature_flags_list", "feature_flags");
  });
});
