import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Body } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { clientOperations, privateOperations, queryOperations } from "../contract/contract-document.ts";
import { openDirectStore } from "../services/open-direct-store.ts";
import { applyFlags, createPersonalKey, runCliOrThrow } from "../services/sightline-cli.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { readMetrics } from "../support/service-metrics.ts";
import { duringOutage } from "../support/store-outage.ts";

type Decision = Extract<Body<"decide", 200>, { errorComputingFlags: unknown }>;

const MEGABYTE = 1024 * 1024;
const flag = { active: true, ensure_experience_continuity: false };
const FLAGS = [
  { ...flag, key: "plain", name: "needs no person", filters: { groups: [{ properties: [] }] } },
  {
    ...flag,
    key: "stored",
    name: "needs the person",
    filters: { groups: [{ properties: [{ key: "plan", value: "pro" }] }] },
  },
];
let freshPersonalKey = "";
let freshProjectKey = "";

const own = ownServer(
  () => ({
    JOURNAL_MAX_BYTES: String(MEGABYTE),
    BODY_LIMIT_BYTES: String(MEGABYTE),
    SMTP_URL: "smtp://127.0.0.1:1", // no mail is sent, but links can be asked for
  }),
  async ({ server: { environment }, tenant }) => {
    await applyFlags(environment, tenant.projectId, FLAGS);
    const created = await runCliOrThrow(
      environment,
      "project-keys",
      "create",
      ...["--label", ""],
      "--project",
      tenant.projectId,
      "--json",
    );
    freshProjectKey = JSON.parse(created).key;
    freshPersonalKey = (await createPersonalKey(environment, tenant.details?.email ?? "")).key;
  },
  { oneNode: true, outages: true },
);

async function decide(): Promise<Decision> {
  const { client, tenant } = own();
  const json = { api_key: tenant.projectApiKey, distinct_id: "somebody" };
  const response = await client.expectStatus("decide", 200, { query: { v: 3 }, json });
  return response as Decision;
}

describe("while the store is unavailable", needs("settings", "store"), () => {
  // Rows of the specification; the suites specification-1 to -5 have the others.
  test("503 (deprecated) server_error fetch_team_fail, attr absent: the project cannot be looked up", async () => {
    const { client } = own();
    await duringOutage(own(), async () => {
      for (const id of ["capture", "batch", "decide"] as const) {
        const json = { api_key: freshProjectKey, event: "x", distinct_id: "x", ...(id === "batch" && { batch: [] }) };
        const { status, body } = await client.request(id, { json });
        const { detail, ...rest } = body as { readonly detail: string };
        assert.deepEqual({ status, ...rest }, { status: 503, type: "server_error", code: "fetch_team_fail" });
        assert.match(detail, /^[A-Z].*\.$/);
      }
    });
  });

  test("operations that need it answer with 503 and Retry-After; then the service recovers by itself", async () => {
    const { client } = own();
    await duringOutage(own(), async () => {
      const unavailable = [503, "service_unavailable", null] as const;
      const unknownKey = [503, "fetch_team_fail", null] as const;
      const json = {
        api_key: freshProjectKey,
        event: "x",
        distinct_id: "x",
        batch: [],
        context: { targetingKey: "x" },
      };
      const path = { token: freshProjectKey };
      const signature = { credential_id: "x", client_data: "x", authenticator_data: "x", signature: "x" };
      // At once, because each waits seconds for MongoDB.
      await Promise.all([
        ...privateOperations.flatMap(({ id, bodyExamples: [body] }) => [
          client.expectError(id, unavailable, { json: body }),
          client.expectError(id, unavailable, { json: body, key: freshPersonalKey }),
        ]),
        client.expectError("invite_retrieve", unavailable),
        client.expectError("shared_retrieve", unavailable),
        client.expectError("shared_answer_retrieve", unavailable),
        client.expectError("invite_accept", unavailable, { json: { first_name: "J" } }),
        client.expectError("sign_in_link_create", unavailable, { json: { email: "jonas@fjordbikes.example" } }),
        client.expectError("sign_in_token_show", unavailable, { json: { token: "sit_x" } }),
        client.expectError("sign_in_challenge_create", unavailable),
        client.expectError("sessions_passkey_create", unavailable, { json: signature }),
        client.expectError("sessions_password_create", unavailable, { json: { email: "a@x.example", password: "x" } }),
        client.expectError("sessions_create", unavailable, { json: { token: "sit_x" } }),
        ...clientOperations.map(({ id }) => client.expectError(id, unknownKey, { json })),
        ...queryOperations.map((id) => client.expectError(id, unknownKey, { query: { data: JSON.stringify(json) } })),
        client.expectError("remote_config", unknownKey, { path }),
        client.expectError("remote_config_script", unknownKey, { path }),
        client.expectError("surveys", unknownKey, { query: path }),
        client.expectError("early_access_features", unknownKey, { query: path }),
        client.expectError("ofrep_event_stream", unknownKey, { query: { api_key: freshProjectKey } }),
      ]);
      const { status, engines } = await client.expectStatus("ready", 200);
      assert.deepEqual([status, engines.documents, engines.journal], ["ready", "unavailable", "ok"]);
      await client.expectStatus("health", 200);
      const metrics = await readMetrics(client);
      assert.equal(metrics("sightline_engine_up", { engine: "documents" }), 0);
      assert.equal(metrics("sightline_engine_up", { engine: "journal" }), 1);
      assert.ok(metrics("sightline_store_errors_total", { source: "request" }) > 0);
    });
    await eventually("the store is available again", async () => {
      return (await client.expectStatus("ready", 200)).engines.documents === "ok";
    });
    await client.expectStatus("invites_list", 200, { key: freshPersonalKey });
    await assertStillServing(client, freshProjectKey);
  });

  test("flags that need no store are evaluated, and version 3 reports that others are missing", async () => {
    await eventually("the flags are available", async () => Object.hasOwn((await decide()).featureFlags, "stored"));
    await duringOutage(own(), async () => {
      const { featureFlags, errorComputingFlags } = await decide();
      assert.deepEqual([featureFlags, errorComputingFlags], [{ plain: true }, true]);
    });
    await eventually("all flags are evaluated again", async () => !(await decide()).errorComputingFlags);
  });

  test("events are accepted until the journal is full, and all accepted events are stored afterwards", async () => {
    const { client, tenant } = own();
    const send = async (id: "capture" | "batch", bytes: number) => {
      const uuid = randomUUID();
      const event = { event: "kept", distinct_id: "x", uuid, properties: { filler: "x".repeat(bytes) } };
      const json = { api_key: tenant.projectApiKey, ...(id === "batch" ? { batch: [event] } : event) };
      const response = await client.request(id, { json });
      return { status: response.status, uuid, body: response.body };
    };
    await eventually(
      "the journal is empty",
      async () => (await readMetrics(client))("sightline_journal_entries") === 0,
    );
    const storedBefore = (await readMetrics(client))("sightline_events_stored_total");
    const accepted: string[] = [];
    await duringOutage(own(), async () => {
      for (let full = false; !full; ) {
        const { status, uuid, body } = await send("batch", MEGABYTE / 5);
        if (status === 200) accepted.push(uuid);
        else assert.deepEqual([status, (body as { code: string }).code], [503, "journal_full"]);
        full = status !== 200;
        assert.ok(accepted.length < 10, "the journal has a limit");
      }
      const single = await send("capture", MEGABYTE / 5);
      assert.deepEqual([single.status, (single.body as { code: string }).code], [503, "journal_full"]);
      await eventually("the drain notices that the store is away", async () => {
        return (await readMetrics(client))("sightline_drain_retries_total") > 0;
      });
      const metrics = await readMetrics(client);
      assert.ok(accepted.length > 0 && metrics("sightline_journal_entries") >= accepted.length);
      assert.ok(metrics("sightline_journal_oldest_seconds") > 0);
      assert.ok(metrics("sightline_store_errors_total", { source: "drain" }) > 0);
      const { journal } = await client.expectStatus("ready", 200);
      assert.ok(journal.entries >= accepted.length && journal.bytes >= (accepted.length * MEGABYTE) / 5);
      assert.ok(journal.oldest_seconds > 0);
      assert.equal(metrics("sightline_events_stored_total"), storedBefore);
    });
    const store = openDirectStore(own().server.environment);
    await eventually("all accepted events are stored", async () => {
      const stored = await store.findEvents(tenant.projectId, accepted);
      const metrics = await readMetrics(client);
      const left = ["journal_entries", "events_dead_lettered_total", "drain_retries_total"].map((name) => {
        return `${name} ${metrics(`sightline_${name}`)}`;
      });
      assert.equal(stored.length, accepted.length, left.join(", "));
      return true;
    });
    await eventually("the journal has room again", async () => (await send("capture", MEGABYTE / 5)).status === 200);
    await eventually(
      "the journal is empty",
      async () => (await readMetrics(client))("sightline_journal_entries") === 0,
    );
    assert.equal((await readMetrics(client))("sightline_events_dead_lettered_total"), 0);
  });
});
