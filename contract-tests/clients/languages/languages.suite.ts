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
import { pick, readPerson, waitForExportedEvents } from "../exported-data.ts";
import { recordedAddress } from "../recorder.ts";
import { addCohortFlags, COHORT_FLAGS } from "../sample-cohorts.ts";
import { SAMPLE_FLAGS } from "../sample-flags.ts";
import { samplePerson } from "../sample-person.ts";
import { CLIENTS, type Client } from "./clients.ts";
import { type DefinitionsOnly, startDefinitionsOnly } from "./definitions-only.ts";

const PERSONS = Array.from({ length: 1000 }, (_, number) => samplePerson(number));
const ORDER = { total: 12990.5, paid: true, note: "Åpent 🚲" };
const KEYS = [...SAMPLE_FLAGS.filter(({ active }) => active).map(({ key }) => key), ...COHORT_FLAGS];

const LIMITS = { maxBuffer: 64 * 1024 * 1024, timeout: 300_000 };
const eventOf = (client: string) => `ordered with ${client}`;

type Decisions = Record<string, string | boolean>;

/** What a program prints: what its library decided by the service (for the first person), and by itself. */
interface Result {
  readonly remote: Decisions;
  readonly payload: unknown;
  readonly local: Record<string, Decisions>;
}

describe("client libraries in other languages", { timeout: 1_200_000 }, () => {
  let server: Server;
  let tenant: Tenant;
  let wholePercents: Tenant;
  let definitions: DefinitionsOnly;
  const decided = new Map<string, Decisions>();

  before(async () => {
    server = await startServer({ tenants: ["languages", "whole-percents"] });
    definitions = await startDefinitionsOnly(server.direct);
    [tenant, wholePercents] = server.tenants as [Tenant, Tenant];
    await applyFlags(server.environment, tenant.projectId, SAMPLE_FLAGS);
    const whole = SAMPLE_FLAGS.filter((flag) => !/"rollout_percentage":\d+\.\d/.test(JSON.stringify(flag)));
    await applyFlags(server.environment, wholePercents.projectId, whole);
    await Promise.all([tenant, wholePercents].map((one) => addCohortFlags(server, one)));
    await eventually("the flags are available", async () => {
      const [person] = PERSONS as [(typeof PERSONS)[number]];
      return Object.keys(await decide(person)).length === KEYS.length;
    });
    for (const person of PERSONS) decided.set(person.distinctId, await decide(person));
  });
  after(async () => {
    await definitions?.stop();
    await server?.stop();
  });

  async function decide({ distinctId, groups, personProperties, groupProperties }: (typeof PERSONS)[number]) {
    const query = { api_key: tenant.projectApiKey, distinct_id: distinctId, groups };
    const body = JSON.stringify({ ...query, person_properties: personProperties, group_properties: groupProperties });
    const headers = { "content-type": "application/json" };
    const response = await exchange(server.direct, { method: "POST", path: "/decide/?v=3", headers, body });
    return JSON.parse(decodeBody(response)).featureFlags as Decisions;
  }

  /** Runs the client's program. Returns what it printed. */
  async function run(
    { name, command, sendsEventsWithResults }: Client,
    { projectApiKey, personalApiKey }: Tenant,
  ): Promise<Result> {
    const keys = { project_key: projectApiKey, personal_key: personalApiKey };
    const task = {
      name,
      event: eventOf(name),
      library: name,
      host: await recordedAddress(server.direct, name),
      definitions_host: definitions.url,
      ...keys,
      order: ORDER,
      flags: KEYS,
      persons: PERSONS,
    };
    const file = join(server.environment.dataDir, `task-${name.replaceAll(" ", "-")}.json`);
    await writeFile(file, JSON.stringify(task));
    const [program = "", ...options] = command;
    const env = { ...process.env, ...(sendsEventsWithResults && { POSTHOG_CAPTURE_MODE: "v1" }) };
    const { stdout } = await promisify(execFile)(program, [...options, file], { ...LIMITS, env });
    return JSON.parse(stdout) as Result;
  }

  for (const client of CLIENTS) {
    const { name, program } = client;
    const skip = !existsSync(program) && `${program} is not built: run .ci/clients where its toolchain is installed`;
    test(name, { skip }, async (context) => {
      const project = client.readsFractions === false ? wholePercents : tenant;
      const { remote, payload, local } = await run(client, project);
      const first = PERSONS[0] as (typeof PERSONS)[number];
      assert.deepEqual(remote, pick(decided.get(first.distinctId) ?? {}, Object.keys(remote)));
      assert.ok(Object.keys(remote).length >= 3);
      const text = typeof payload === "string" ? payload : JSON.stringify(payload);
      assert.deepEqual(JSON.parse(text), { color: "blue", sizes: [1, 2] });

      const rider = `rider-${name}`;
      const events = await waitForExportedEvents(server.environment, project.projectId, eventOf(name), 1);
      const [ordered, ...others] = events.filter(({ event }) => event === eventOf(name));
      assert.equal(ordered?.distinct_id, rider);
      assert.equal(others.length, 0);
      assert.deepEqual(pick(ordered?.properties ?? {}, Object.keys(ORDER)), ORDER);
      assert.deepEqual(ordered?.properties.$groups, { company: "nordlys" });
      const person = await readPerson(server.environment, project.projectId, `browser-${name}`);
      assert.deepEqual(person.distinct_ids.toSorted(), [`browser-${name}`, rider]);
      assert.equal(person.properties.plan, "pro");
      if (client.decidesItself !== false) context.diagnostic(compareDecisions(local, client));
    });
  }

  /** Compares with the service what the library decided by itself; it leaves out what it cannot decide. */
  function compareDecisions(local: Record<string, Decisions>, { name, differing }: Client): string {
    const counts: Record<string, number> = {};
    let compared = 0;
    for (const { distinctId } of PERSONS) {
      const values = decided.get(distinctId) ?? {};
      for (const [key, value] of Object.entries(local[distinctId] ?? {})) {
        if (!Object.hasOwn(values, key)) continue;
        compared += 1;
        if (value !== values[key]) counts[key] = 1 + (counts[key] ?? 0);
      }
    }
    assert.ok(compared > 8 * PERSONS.length, `${compared} decisions`);
    assert.deepEqual(Object.keys(counts).toSorted(), [...differing].toSorted(), JSON.stringify(counts));
    return `${name}: ${compared} decisions compared, of which differ ${JSON.stringify(counts)}`;
  }

  const answering = CLIENTS.filter(
    ({ sendsEventsWithResults, program }) => sendsEventsWithResults && existsSync(program),
  );
  test("events that are answered one by one were sent there", { skip: answering.length === 0 }, async () => {
    const metrics = decodeBody(await exchange(server.direct, { method: "GET", path: "/metrics", headers: {} }));
    const [, count] =
      /^sightline_requests_total\{operation="analytics_events",status="200"\} (\d+)$/m.exec(metrics) ?? [];
    assert.ok(Number(count) >= answering.length, count);
  });

  test("the service logs no errors", () => {
    assert.doesNotMatch(server.log(), /"level":[56]0/);
  });
});
