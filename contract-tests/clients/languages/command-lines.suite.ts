import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { exchange } from "../../client/exchange.ts";
import { type Server, startServer } from "../../services/sightline-server.ts";
import { eventually } from "../../support/poll.ts";
import type { Tenant } from "../../target-description.ts";
import { BUILT } from "./clients.ts";

const PROGRAMS = join(BUILT, "command-lines/bin");
const skip = !existsSync(PROGRAMS) && `${PROGRAMS} is not built: run .ci/clients where Python 3.10 is installed`;
const LIMITS = { maxBuffer: 16 * 1024 * 1024, timeout: 300_000 };
const RIDERS = ["ada@example.com", "grace@example.com", "edsger@example.org"];
const VISITS = {
  kind: "TrendsQuery",
  series: [{ kind: "EventsNode", event: "$pageview", math: "total" }],
  dateRange: { date_from: "-7d" },
  interval: "week",
};

describe("command lines that others made for the private API", { skip, timeout: 1_200_000 }, () => {
  let server: Server;
  let tenant: Tenant;

  before(async () => {
    server = await startServer({ tenants: ["command-lines"] });
    tenant = server.tenants[0] as Tenant;
    const batch = RIDERS.map((email) => ({
      event: "$pageview",
      distinct_id: email,
      properties: { $set: { email }, path: "/bikes" },
    }));
    await send(batch);
    await eventually(
      "the visits are known",
      async () => {
        const { results } = await run("posthog", "query", "run", "--hogql", "SELECT count() FROM events");
        return results[0][0] === RIDERS.length;
      },
      60_000,
    );
  });
  after(() => server?.stop());

  const send = (batch: readonly object[]) =>
    exchange(server.direct, {
      ...{ method: "POST", path: "/batch/", headers: { "content-type": "application/json" } },
      body: JSON.stringify({ api_key: tenant.projectApiKey, batch }),
    });

  /** Runs a program with `--json`. Returns what it prints, if anything; throws, with that, if it fails. */
  // biome-ignore lint/suspicious/noExplicitAny: each command prints another shape.
  async function run(program: "posthog" | "piglet", ...args: readonly string[]): Promise<any> {
    const env = {
      PATH: process.env.PATH,
      HOME: server.environment.dataDir,
      POSTHOG_HOST: server.direct,
      POSTHOG_API_KEY: tenant.personalApiKey,
      POSTHOG_PROJECT_ID: tenant.projectId,
    };
    const confirmed = program === "posthog" ? ["--json", "--yes"] : ["--json"];
    const { stdout } = await promisify(execFile)(join(PROGRAMS, program), [...confirmed, ...args], { ...LIMITS, env });
    return stdout.trim() === "" ? undefined : JSON.parse(stdout);
  }

  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

  test("phog-cli 0.1.0 finds organizations and projects", async () => {
    const [organization] = await run("posthog", "org", "list");
    assert.equal(organization.id, tenant.organizationId);
    const projects = await run("posthog", "project", "list");
    assert.deepEqual(
      projects.map(({ id }: { id: number }) => String(id)),
      [tenant.projectId],
    );
    assert.equal((await run("posthog", "project", "current")).api_token, tenant.projectApiKey);
  });

  test("phog-cli 0.1.0 makes, changes and deletes a flag", async () => {
    const flag = ["--key", "new-bikes", "--name", "New bikes", "--rollout-percentage", "40"];
    const { id } = await run("posthog", "flag", "create", ...flag);
    await run("posthog", "flag", "update", String(id), "--name", "All new bikes");
    const [listed] = await run("posthog", "flag", "list");
    assert.deepEqual([listed.id, listed.key, listed.name], [id, "new-bikes", "All new bikes"]);
    assert.equal(listed.filters.groups[0].rollout_percentage, 40);
    assert.equal((await run("posthog", "flag", "get", String(id))).version, 2);
    await run("posthog", "flag", "delete", String(id));
    assert.deepEqual(await run("posthog", "flag", "list"), []);
  });

  test("phog-cli 0.1.0 makes an insight, asks it by its number and finds it again", async () => {
    const query = ["--query-json", JSON.stringify(VISITS)];
    const created = await run("posthog", "insight", "create", "--name", "Visits", "--favorited", ...query);
    const id = String(created.id);
    const { results } = await run("posthog", "insight", "query", id);
    assert.equal(
      results[0].data.reduce((sum: number, count: number) => sum + count, 0),
      RIDERS.length,
    );
    await run("posthog", "insight", "create", "--name", "Other visits", ...query);
    assert.deepEqual(names(await run("posthog", "insight", "list", "--favorited")), ["Visits"]);
    assert.deepEqual(names(await run("posthog", "insight", "list", "--search", "other")), ["Other visits"]);
    await run("posthog", "insight", "update", id, "--name", "Views", "--description", "Of all pages");
    const { name, description, query: kept } = await run("posthog", "insight", "get", id);
    assert.deepEqual({ name, description, kept }, { name: "Views", description: "Of all pages", kept: VISITS });
    await run("posthog", "insight", "delete", id);
    assert.deepEqual(names(await run("posthog", "insight", "list")), ["Other visits"]);
  });

  test("phog-cli 0.1.0 makes, pins and deletes a dashboard", async () => {
    const { id } = await run("posthog", "dashboard", "create", "--name", "Shop", "--pinned");
    await run("posthog", "dashboard", "create", "--name", "Team");
    assert.deepEqual(names(await run("posthog", "dashboard", "list", "--pinned")), ["Shop"]);
    await run("posthog", "dashboard", "update", String(id), "--name", "Store");
    assert.equal((await run("posthog", "dashboard", "get", String(id))).name, "Store");
    await run("posthog", "dashboard", "delete", String(id));
    assert.deepEqual(names(await run("posthog", "dashboard", "list")), ["Team"]);
  });

  test("phog-cli 0.1.0 sums up visits and finds persons, events and properties", async () => {
    const sum = ({ results }: { results: { data: number[] }[] }) => results[0]?.data.reduce((a, b) => a + b, 0);
    assert.equal(sum(await run("posthog", "activity", "pageviews")), RIDERS.length);
    assert.equal(sum(await run("posthog", "activity", "users")), RIDERS.length);
    const [top] = (await run("posthog", "activity", "events")).results;
    assert.deepEqual(top.slice(0, 2), ["$pageview", RIDERS.length]);
    await run("posthog", "activity", "summary");
    const found = await run("posthog", "search", "persons", "grace");
    assert.deepEqual(
      found.map((person: { distinct_ids: string[] }) => person.distinct_ids),
      [["grace@example.com"]],
    );
    assert.deepEqual(names(await run("posthog", "search", "events")), ["$pageview"]);
    assert.ok(names(await run("posthog", "search", "properties")).includes("path"));
  });

  test("phog-cli 0.1.0 lists exceptions and resolves one", async () => {
    const $exception_list = [{ type: "BrakeError", value: "No brake 7" }];
    await send([{ event: "$exception", distinct_id: "alan@example.org", properties: { $exception_list } }]);
    const { id, ...issue } = await eventually("the exception is known", async () => {
      return (await run("posthog", "error", "list", "--search", "brake"))[0];
    });
    assert.deepEqual([issue.name, issue.description, issue.status], ["BrakeError", "No brake 7", "active"]);
    await run("posthog", "error", "update", id, "--status", "resolved");
    assert.equal((await run("posthog", "error", "get", id)).status, "resolved");
    assert.deepEqual(await run("posthog", "error", "list", "--status", "active"), []);
  });

  test("phog-cli 0.1.0 makes, starts and deletes a survey, and makes an experiment", async () => {
    const questions = JSON.stringify([{ type: "open", question: "How was the ride?" }]);
    const { id } = await run("posthog", "survey", "create", "--name", "Ride", "--questions-json", questions);
    assert.ok((await run("posthog", "survey", "update", id, "--start")).start_date, "it has started");
    assert.equal((await run("posthog", "survey", "stats", id)).stats["survey sent"].total_count, 0);
    assert.equal((await run("posthog", "survey", "delete", id)).deleted, true);
    assert.deepEqual(await run("posthog", "survey", "list"), []);
    const made = await run("posthog", "experiment", "create", "--name", "Form", "--feature-flag-key", "form");
    assert.equal((await run("posthog", "experiment", "get", String(made.id))).feature_flag_key, "form");
  });

  test("cased-piglet 0.1.0 makes flags, dashboards and cohorts, and is told what its insights lack", async () => {
    const { results } = await run("piglet", "projects", "list");
    assert.deepEqual([results.length, String(results[0].id)], [1, tenant.projectId]);
    const flag = await run("piglet", "flags", "create", "--key", "piglet", "--rollout-percentage", "30");
    assert.equal((await run("piglet", "flags", "get", String(flag.id))).key, "piglet");
    const dashboard = await run("piglet", "dashboards", "create", "--name", "Piglet's");
    assert.equal((await run("piglet", "dashboards", "get", String(dashboard.id))).name, "Piglet's");
    const cohort = await run("piglet", "cohorts", "create", "--name", "Guests", "--static");
    await run("piglet", "cohorts", "update", String(cohort.id), "--description", "Of the hut");
    const [listed] = await run("piglet", "cohorts", "list", "--static");
    assert.deepEqual([listed.name, listed.description], ["Guests", "Of the hut"]);
    assert.equal((await run("piglet", "cohorts", "delete", "--yes", String(cohort.id))).deleted, true);
    assert.deepEqual(await run("piglet", "cohorts", "list", "--static"), []);
    // It sends a question about no event.
    const empty = run("piglet", "insights", "create", "--name", "Empty");
    await assert.rejects(empty, ({ stderr }) => stderr.includes("query__series must not be empty."));
  });
});
