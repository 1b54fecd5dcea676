import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { packPackage } from "../scripts/publish/npm-package.ts";
import { buildSuitePackage } from "../scripts/publish/suite-package.ts";
import { minimalProcessEnv, ROOT, runProcess } from "../test/support/child-process.ts";
import { type Server, startServer } from "./services/sightline-server.ts";
import { editJsonBody, type InterceptedResponse, startTamperingProxy } from "./support/tampering-proxy.ts";

interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly tests: readonly { readonly name: string; readonly state: string; readonly error?: string }[];
}

describe("npx sightline-contract, installed from its package", { timeout: 900_000 }, () => {
  let folder: string;
  let service: Server;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sightline-contract-test-"));
    service = await startServer({ tenants: ["packaged"] });
    const text = (name: string) => readFile(join(ROOT, "generated", name), "utf8");
    const [complete, client] = await Promise.all([text("complete.json"), text("openapi.json")]);
    await buildSuitePackage(join(folder, "suite"), JSON.parse(complete).info.version, { complete, client });
    const name = await packPackage(join(folder, "suite"), folder);
    const args = ["install", "--no-audit", "--no-fund", "--prefix", folder, join(folder, name)];
    const installed = await runProcess(args, process.env, folder, "npm");
    assert.equal(installed.status, 0, installed.stderr);
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) =>
    runProcess(args, minimalProcessEnv(), folder, join(folder, "node_modules/.bin/sightline-contract"));
  const key = () => service.tenants[0]?.personalApiKey ?? "";

  /** Runs the command against the service with modified responses. */
  async function runTampered(tamper: (answer: InterceptedResponse) => void, ...args: string[]) {
    const proxy = await startTamperingProxy(service.direct, tamper);
    const result = await run("--url", proxy.url, "--key", key(), ...args);
    proxy.close();
    return result;
  }

  test("finds nothing in a service that keeps its contract", async () => {
    const { status, stdout, stderr } = await run("--url", service.direct, "--key", key(), "--read-only");
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /\b[1-9]\d* passed, 0 failed/);
  });

  test("finds and names two faults, in all of its reports", async () => {
    const args = [
      "--only",
      "invites,service",
      "--json",
      "report.json",
      "--junit",
      "report.xml",
      "--html",
      "report.html",
    ];
    const { status, stdout, stderr } = await runTampered(
      (answer) => {
        editJsonBody(answer, /\/invites$/, (body) => delete body.is_expired);
        if (answer.path === "/_health") delete answer.headers["x-request-id"];
      },
      ...args,
    );
    assert.equal(status, 1, stdout + stderr);
    const report: Report = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
    assert.ok(report.failed >= 2 && report.passed > 0, JSON.stringify({ ...report, tests: undefined }));
    const texts = [JSON.stringify(report), stdout];
    for (const name of ["report.xml", "report.html"]) texts.push(await readFile(join(folder, name), "utf8"));
    for (const text of texts) {
      assert.match(text, /is_expired/);
      assert.match(text, /The header X-Request-Id is missing/);
    }
  });

  test("ends in one sentence if the address, the key or the version is wrong", async () => {
    const newer = (answer: InterceptedResponse) =>
      editJsonBody(answer, /\.json$/, (body) => Object.assign(body.info as object, { version: "99.0.0" }));
    const cases = [
      await run("--url", "http://127.0.0.1:9", "--key", key()),
      await run("--url", service.direct, "--key", "phx_unknown"),
      await runTampered(newer),
    ];
    for (const { status, stdout, stderr } of cases) {
      assert.equal(status, 2, stdout + stderr);
      assert.match(stderr, /^\S[^\n]+\.\n$/);
    }
  });
});
