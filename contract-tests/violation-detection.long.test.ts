import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { minimalProcessEnv, runScript } from "../test/support/child-process.ts";
import { ENGINE_ALIKE_SUITES, ENGINE_FREE_SUITES } from "./runner/engine-free-suites.ts";
import { UsageError } from "./runner/errors.ts";
import { parseOptions } from "./runner/options.ts";
import { checkDeployment } from "./runner/preflight.ts";
import { findSuites } from "./runner/run-suites.ts";
import { missingVariables } from "./services/create-test-environment.ts";
import { createPersonalKey } from "./services/sightline-cli.ts";
import { type Server, startServer } from "./services/sightline-server.ts";
import { editJsonBody, type InterceptedResponse, startTamperingProxy } from "./support/tampering-proxy.ts";
import type { Tenant } from "./target-description.ts";

const SUITES = "invites,service";
let service: Server;

before(async () => {
  service = await startServer({ tenants: ["noticed", "other"] });
});
after(() => service?.stop());

/** Runs some suites against the service with modified responses. Returns the exit status and the output. */
async function runWithTampering(
  tamper: (answer: InterceptedResponse) => void,
): Promise<{ status: number; text: string }> {
  const proxy = await startTamperingProxy(service.direct, tamper);
  const [tenant] = service.tenants;
  const environment = minimalProcessEnv({
    SIGHTLINE_PROJECT_API_KEY: tenant?.projectApiKey,
    SIGHTLINE_PERSONAL_API_KEY: tenant?.personalApiKey,
    SIGHTLINE_PROJECT_ID: tenant?.projectId,
    SIGHTLINE_ORGANIZATION_ID: tenant?.organizationId,
  });
  const args = ["--target", proxy.url, "--only", SUITES];
  const { status, stdout, stderr } = await runScript("contract-tests/run", args, environment);
  proxy.close();
  return { status, text: stdout + stderr };
}

async function countInvites(): Promise<number> {
  const [tenant] = service.tenants;
  const address = `${service.direct}/api/organizations/${tenant?.organizationId}/invites`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${tenant?.personalApiKey}` } });
  return ((await answer.json()) as { count: number }).count;
}

describe("the suite notices", () => {
  test("nothing in unmodified responses", async () => {
    const { status, text } = await runWithTampering(() => undefined);
    assert.equal(status, 0, text);
    assert.match(text, /\b[1-9]\d+ passed, 0 failed/);
    assert.match(text, /In the project \d+ remain the events of \d+ requests/);
    assert.equal(await countInvites(), 0, "it removed what it created");
  });

  test("a lost field", async () => {
    const { status, text } = await runWithTampering((answer) => {
      editJsonBody(answer, /\/invites$/, (body) => delete body.is_expired);
    });
    assert.equal(status, 1, text);
    assert.match(text, /ContractViolation[\s\S]*is_expired/);
  });

  test("a changed status", async () => {
    const { status, text } = await runWithTampering((answer) => {
      if (answer.status === 201) answer.status = 200;
    });
    assert.equal(status, 1, text);
    assert.match(text, /invites_create does not document the status 200/);
    assert.match(
      text,
      /FAILED for the same reason as "[^"]+":\n(?: {2}.+ \(contract-tests\/suites\/invites\.suite\.ts:\d+\)\n)+/,
    );
  });

  test("a lost header", async () => {
    const { status, text } = await runWithTampering((answer) => {
      if (answer.path === "/_health") delete answer.headers["x-request-id"];
    });
    assert.equal(status, 1, text);
    assert.match(text, /ContractViolation[\s\S]*The header X-Request-Id is missing/);
  });
});

describe("the preflight refuses", () => {
  test("keys, projects and organizations that are wrong or do not belong together", async () => {
    const [ours, other] = service.tenants;
    assert.ok(ours && other);
    const cases: [wrong: Partial<Tenant>, sentence: RegExp][] = [
      [{ projectApiKey: "phc_unknown" }, /^SIGHTLINE_PROJECT_API_KEY is not a valid key there\.$/],
      [{ projectApiKey: other.projectApiKey }, /does not appear in the project .* the key belongs to another project/],
      [{ personalApiKey: "phx_unknown" }, /^SIGHTLINE_PERSONAL_API_KEY is not a valid key there\.$/],
      [{ projectId: other.projectId }, /^The personal API key has no access to the project/],
      [{ organizationId: other.organizationId }, /^The personal API key has no access to the organization/],
    ];
    for (const [wrong, message] of cases) {
      const check = checkDeployment(service.direct, { ...ours, ...wrong }, { processingTimeoutMs: 100 });
      await assert.rejects(check, { message });
    }
    const { key } = await createPersonalKey(service.environment, ours.details?.email ?? "", "--read-only");
    const readOnly = checkDeployment(service.direct, { ...ours, personalApiKey: key });
    await assert.rejects(readOnly, { message: /is read-only/ });
  });
});

describe("the suite's command", () => {
  const command = (...args: string[]) => runScript("contract-tests/run", args, minimalProcessEnv());

  test("prints its usage", async () => {
    const { status, stdout } = await command("--help");
    assert.equal(status, 0);
    assert.match(stdout, /--target prism/);
  });

  test("names the variables that a deployment needs", async () => {
    const { status, stderr } = await command("--target", "http://127.0.0.1:9");
    assert.equal(status, 2);
    assert.match(stderr, /SIGHTLINE_PROJECT_API_KEY.*SIGHTLINE_ORGANIZATION_ID/);
  });

  test("names the variables that engines need", () => {
    assert.deepEqual(missingVariables(["mongodb", "s3"], {}), [
      "MONGODB_URL",
      "S3_ENDPOINT",
      "AWS_ACCESS_KEY_ID",
      "AWS_SECRET_ACCESS_KEY",
    ]);
  });

  const wrongUses = [
    [],
    ["--target", "nowhere"],
    ["--target", "prism", "--proxy"],
    ["--target", "prism", "--engines", "s3"],
    ["--target", "server", "--engines", "tape"],
    ["--target", "server", "--nodes", "2"],
    ["--target", "server", "--nodes", "none"],
    ["--target", "server", "--length", "medium"],
    ["--target", "server", "--unknown"],
  ];
  for (const args of wrongUses) {
    test(`refuses: ${args.join(" ")}`, () => assert.throws(() => parseOptions(args), UsageError));
  }

  test("refuses a suite that does not exist", () => {
    const wanted = { only: ["nothing"], length: "all", brief: false, target: "server", engines: [] } as const;
    assert.throws(() => findSuites(wanted), UsageError);
  });

  test("repeats on other engines and on a sandbox only suites that could find something there", () => {
    const names = (engines: readonly "mongodb"[], target: "server" | "sandbox" = "server", brief = false) =>
      findSuites({ only: [], length: "all", brief, target, engines }).map(({ name }) => name);
    const repeated = names([]).filter((name) => !Object.hasOwn(ENGINE_FREE_SUITES, name));
    assert.equal(repeated.length, names([]).length - Object.keys(ENGINE_FREE_SUITES).length);
    assert.deepEqual(names(["mongodb"]), repeated);
    assert.deepEqual(names([], "sandbox"), repeated);
    const dependent = repeated.filter((name) => !Object.hasOwn(ENGINE_ALIKE_SUITES, name));
    assert.equal(dependent.length, repeated.length - Object.keys(ENGINE_ALIKE_SUITES).length);
    assert.deepEqual(names(["mongodb"], "server", true), dependent);
  });
});
