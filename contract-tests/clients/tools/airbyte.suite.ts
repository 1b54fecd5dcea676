import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { decodeBody, exchange } from "../../client/exchange.ts";
import { applyFlags } from "../../services/sightline-cli.ts";
import { type Server, startServer } from "../../services/sightline-server.ts";
import { eventually } from "../../support/poll.ts";
import type { Tenant } from "../../target-description.ts";
import { BUILT } from "../languages/clients.ts";
import { SAMPLE_FLAGS } from "../sample-flags.ts";

const EVENTS = 120;
const PERSONS = 12;
const START = "2026-01-01T00:00:00Z";
const PROGRAM = join(BUILT, "airbyte/bin/source-posthog");
const skip = !existsSync(PROGRAM) && `${PROGRAM} is absent: run .ci/tools where Python 3.10 is installed`;

interface Message {
  readonly type: string;
  readonly record?: { readonly stream: string; readonly data: Readonly<Record<string, unknown>> };
  readonly connectionStatus?: { readonly status: string; readonly message?: string };
  readonly catalog?: {
    readonly streams: readonly { readonly name: string; readonly supported_sync_modes: string[] }[];
  };
}

const STREAMS = ["projects", "persons", "events", "feature_flags", "insights", "annotations", "cohorts"] as const;
type Stream = (typeof STREAMS)[number];

describe("Airbyte's source for PostHog", { skip, timeout: 600_000 }, () => {
  let server: Server;
  let tenant: Tenant;
  let config: string;

  before(async () => {
    server = await startServer({ tenants: ["airbyte"] });
    [tenant] = server.tenants as [Tenant];
    await applyFlags(server.environment, tenant.projectId, SAMPLE_FLAGS);
    const batch = Array.from({ length: EVENTS }, (_, number) => {
      const $set = { plan: number % 2 ? "pro" : "free" };
      const properties = { distinct_id: `rider-${number % PERSONS}`, price: number / 4, note: "Åpent 🚲", $set };
      return {
        event: "ordered",
        properties,
        timestamp: new Date(Date.parse(START) + (number + 1) * 60_000).toISOString(),
      };
    });
    await send("POST", "/batch/", { api_key: tenant.projectApiKey, batch });
    const query = { kind: "HogQLQuery", query: "SELECT count() FROM events" } as const;
    await send("POST", `${inProject()}/insights`, { name: "Orders", query });
    await send("POST", `${inProject()}/annotations`, { content: "Release", date_marker: START });
    await send("POST", `${inProject()}/cohorts`, { name: "Guests", is_static: true });
    await eventually("all events are stored", async () => (await listed("events")).size === EVENTS);
    config = join(server.environment.dataDir, "airbyte.json");
    const settings = { api_key: tenant.personalApiKey, start_date: START, base_url: server.direct };
    await writeFile(config, JSON.stringify(settings));
  });
  after(() => server?.stop());

  async function run(...argv: string[]): Promise<Message[]> {
    const limits = { maxBuffer: 64 * 1024 * 1024, timeout: 300_000 };
    const { stdout } = await promisify(execFile)(PROGRAM, [...argv, "--config", config], limits);
    return stdout
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line): Message => JSON.parse(line));
  }

  const inProject = () => `/api/projects/${tenant.projectId}`;

  async function send(method: string, path: string, body?: object) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${tenant.personalApiKey}` };
    const text = body && JSON.stringify(body);
    const response = await exchange(server.direct, { method, path, headers, ...(text && { body: text }) });
    assert.ok(response.status < 300, `${path}: ${response.status} ${decodeBody(response)}`);
    return JSON.parse(decodeBody(response));
  }

  /** Returns what the service says of a stream, by the id of each item. */
  async function listed(stream: Stream): Promise<Map<unknown, Readonly<Record<string, unknown>>>> {
    const path = stream === "projects" ? "/api/projects" : `${inProject()}/${stream}`;
    const { results } = await send("GET", `${path}?limit=${stream === "insights" ? 100 : 1000}`);
    return new Map(results.map((item: Readonly<Record<string, unknown>>) => [item.id, item]));
  }

  test("accepts the service, finds the streams, and reads each row as it is", async () => {
    const checked = (await run("check")).find(({ connectionStatus }) => connectionStatus);
    assert.equal(checked?.connectionStatus?.status, "SUCCEEDED", checked?.connectionStatus?.message);
    const { catalog } = (await run("discover")).find((message) => message.catalog) ?? assert.fail("no catalog");
    const found = catalog?.streams ?? [];
    assert.deepEqual(found.map(({ name }) => name).toSorted(), STREAMS.toSorted());
    const modes = { sync_mode: "full_refresh", destination_sync_mode: "overwrite" };
    const streams = found.map((stream) => ({ stream, ...modes }));
    const file = join(server.environment.dataDir, "catalog.json");
    await writeFile(file, JSON.stringify({ streams }));
    const rows = (await run("read", "--catalog", file)).flatMap(({ record }) => record ?? []);
    for (const name of STREAMS) {
      const read = rows.filter(({ stream }) => stream === name).map(({ data }) => data);
      const ours = await listed(name);
      assert.equal(read.length, ours.size, `${read.length} rows of ${name} instead of ${ours.size}`);
      for (const { id, ...row } of read) {
        for (const [field, value] of Object.entries(row)) {
          if (field !== "project_id") assert.deepEqual(value, ours.get(id)?.[field], `${name} ${id} ${field}`);
        }
      }
    }
  });
});
