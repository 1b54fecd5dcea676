import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { decodeBody, exchange } from "../../client/exchange.ts";
import { type Server, startServer } from "../../services/sightline-server.ts";
import { eventually } from "../../support/poll.ts";
import type { Tenant } from "../../target-description.ts";
import { BUILT } from "../languages/clients.ts";

const PROGRAM = join(BUILT, "table/bin/python");
const READER = fileURLToPath(new URL("read_table.py", import.meta.url));
const skip = !existsSync(PROGRAM) && `${PROGRAM} is absent: run .ci/tools where Python 3.10 is installed`;
const DAY = "2026-01-02";
/** So many that the log has a checkpoint, which each reader must understand, too. */
const BATCHES = 12;
const BATCH_EVENTS = 60;
const NAMES = ["å", "b", "c"];
/** Sent with the first batch. Persons are renewed hourly, so that later ones would be missing. */
const SAME_PERSON = ["user 0", "user 1"] as const;
const PRO = new Set(["user 0", "user 1", "user 5", "user 9"]);

/** What is sent of an event after noon. */
interface Counted {
  readonly events: number;
  readonly users: Set<string>;
  /** Events of persons whose plan is "pro". */
  readonly paid: number;
}

describe("Readers of Delta Lake tables", { skip, timeout: 600_000 }, () => {
  let server: Server;
  let tenant: Tenant;
  let folder: string;
  const sent = new Map<string, Counted>();

  before(async () => {
    server = await startServer({
      tenants: ["table"],
      settings: { HISTORY_INTERVAL_SECONDS: "1", HISTORY_PERSONS: "true" },
    });
    [tenant] = server.tenants as [Tenant];
    folder = join(server.environment.dataDir, `files/history/project_id/${tenant.projectId}`);
    for (let batch = 1; batch <= BATCHES; batch++) {
      await capture(batch);
      await eventually("a batch is filed", async () => (await filed()) === batch * BATCH_EVENTS + 1);
    }
  });
  after(() => server?.stop());

  async function filed(): Promise<number> {
    const metrics = decodeBody(await exchange(server.direct, { method: "GET", path: "/metrics", headers: {} }));
    return Number(/^sightline_history_events_total (\d+)$/m.exec(metrics)?.[1]);
  }

  /** Sends as many events before noon as after. */
  async function capture(number: number): Promise<void> {
    const batch = Array.from({ length: BATCH_EVENTS }, (_, index) => {
      const [event, distinct_id] = [NAMES[index % 3] as string, `user ${(index * number) % 17}`];
      const timestamp = new Date(Date.parse(DAY) + (index < BATCH_EVENTS / 2 ? index : 86_399 - index) * 1000);
      const counted = sent.get(event) ?? { events: 0, users: new Set(), paid: 0 };
      if (index >= BATCH_EVENTS / 2) {
        const users = counted.users.add(distinct_id === SAME_PERSON[1] ? SAME_PERSON[0] : distinct_id);
        sent.set(event, { events: counted.events + 1, users, paid: counted.paid + Number(PRO.has(distinct_id)) });
      }
      const $set = { plan: PRO.has(distinct_id) ? "pro" : "free" };
      return { event, timestamp, properties: { distinct_id, index, $browser: index % 2 ? "Firefox" : null, $set } };
    });
    const [distinct_id, alias] = SAME_PERSON;
    const merge = { event: "$create_alias", timestamp: new Date(DAY), properties: { distinct_id, alias } };
    const body = JSON.stringify({ api_key: tenant.projectApiKey, batch: number === 1 ? [...batch, merge] : batch });
    const headers = { "content-type": "application/json" };
    assert.equal((await exchange(server.direct, { method: "POST", path: "/batch/", headers, body })).status, 200);
  }

  test("find the events that were sent, with a filter of times, and whose they are", async () => {
    const { stdout } = await promisify(execFile)(PROGRAM, [READER, folder], { timeout: 300_000 });
    const expected = NAMES.map((name) => {
      const { events, users, paid } = sent.get(name) as Counted;
      return [name, events, users.size, paid];
    });
    const lines = stdout.trim().split("\n");
    for (const line of lines) assert.deepEqual(JSON.parse(line).rows, sortedRows(expected), line);
    assert.equal(lines.length, 4);
    assert.ok((await readdir(join(folder, "events/_delta_log"))).includes("_last_checkpoint"));
  });
});

/** Sorts as databases do: by bytes. */
function sortedRows(rows: readonly (readonly unknown[])[]): (readonly unknown[])[] {
  return rows.toSorted(([a], [b]) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))));
}
