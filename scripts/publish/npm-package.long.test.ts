import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import openapiTS, { astToString } from "openapi-typescript";
import { type Server, startServer } from "../../contract-tests/services/sightline-server.ts";
import type { Tenant } from "../../contract-tests/target-description.ts";
import type { DocumentTexts } from "../contract/artifacts.ts";
import { root } from "../contract/redocly.ts";
import { type Mock, startMock } from "../mock/mock-server.ts";
import { buildPackage, packPackage } from "./npm-package.ts";

const run = promisify(execFile);
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|ENETUNREACH/;

const MAX_CLIENT_BYTES = 10 * 1024;

/** Returns what the client and what it imports add to a page: minified and compressed. */
async function packedSize(folder: string): Promise<{ size: number }> {
  const contents = `import { createClient } from "sightline-api"; globalThis.createClient = createClient;`;
  const options = { bundle: true, minify: true, write: false, format: "esm" } as const;
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: folder } });
  return { size: gzipSync(outputFiles[0]?.contents ?? "").length };
}

/** Uses the package as its README describes and prints the results. */
const consumer = `
import { createClient, type Schemas, SightlineError } from "sightline-api";
import document from "sightline-api/openapi.json" with { type: "json" };

declare const process: { argv: string[] };
const [baseUrl = "", projectApiKey = "", personalApiKey = "", project_id = ""] = process.argv.slice(2);
const client = createClient({ baseUrl, projectApiKey, personalApiKey });
const project = { project_id };
const captured = await client.POST("/capture/", { body: { event: "seen", distinct_id: "customer-4812" } });
const decided = await client.POST("/decide/", { params: { query: { v: 3 } }, body: { distinct_id: "customer-4812" } });
const listed = await client.GET("/api/projects/{project_id}/session_recordings", { params: { path: project } });
const refused = await client.GET("/api/projects/{project_id}/session_recordings", {
  params: { path: project, query: { limit: 0 } },
});
const flags: string[] = [];
const flagsPath = "/api/projects/{project_id}/feature_flags";
for (const key of ["one", "two", "three"]) {
  const filters = { groups: [{ properties: [], rollout_percentage: 100 }] };
  await client.POST(flagsPath, { params: { path: project }, body: { key, filters } });
}
let pages = 0;
for await (const page of client.pages(flagsPath, { params: { path: project, query: { limit: 2 } } })) {
  pages += 1;
  flags.push(...page.results.map(({ key }) => key));
  if (pages === 4) break; // a mock repeats its page
}
const missing = client.items(flagsPath, { params: { path: { project_id: "0" } } });
const thrown = await missing.next().catch((error: unknown) => error instanceof SightlineError && error.status);
const recordings: Schemas["SessionRecording"][] = listed.data?.results ?? [];
const durations: number[] = recordings.map((recording) => recording.recording_duration);
if (process.argv.length > 9) {
  const flag = { params: { path: { ...project, id: "1" } } };
  await client.PATCH("/api/projects/{project_id}/feature_flags/{id}", { ...flag, body: { active: true } });
  // @ts-expect-error: a flag has no such field
  await client.PATCH("/api/projects/{project_id}/feature_flags/{id}", { ...flag, body: { actve: true } });
  // @ts-expect-error: neither have a project's settings
  await client.PATCH("/api/projects/{project_id}", { params: { path: project }, body: { zone: "UTC" } });
  // @ts-expect-error: a pin has no body
  await client.PUT("/api/projects/{project_id}/session_recordings/{id}/pin", { ...flag, body: { pinned: true } });
  // @ts-expect-error: the user is no list
  client.items("/api/users/@me", {});
  // @ts-expect-error: the contract has no such path
  await client.GET("/nowhere");
  // @ts-expect-error: an event has no such field
  await client.POST("/capture/", { body: { event: "seen", distinctId: "customer-4812" } });
  // @ts-expect-error: neither has one in a batch
  await client.POST("/batch/", { body: { batch: [{ event: "seen", distinctId: "customer-4812" }] } });
  const path = { parent_lookup_organization_id: "1" };
  await client.POST("/api/organizations/{parent_lookup_organization_id}/invites", {
    params: { path },
    // @ts-expect-error: an invite has no such field
    body: { target_email: "mia@fjordbikes.example", name: "Mia" },
  });
}
console.log(JSON.stringify({
  captured: captured.data?.status, decided: decided.response.status, listed: listed.response.status,
  any: durations.length > 0, pages, flags: flags.length, thrown: typeof thrown === "number",
  refused: refused.error?.code, version: document.info.version,
}));
`;

// A common configuration. If the types of the client became `any`, the expected error would be missing and fail it.
const compilerOptions = { target: "ES2022", module: "NodeNext", lib: ["ES2022", "DOM"], types: [], strict: true };
const tsconfig = { compilerOptions: { ...compilerOptions, skipLibCheck: true, outDir: "out" }, files: ["consumer.ts"] };

async function committedDocument(): Promise<DocumentTexts> {
  const files = ["openapi.json", "openapi.yaml"].map((name) => readFile(join(root, "generated", name), "utf8"));
  const [json = "", yaml = ""] = await Promise.all(files);
  return { json, yaml, types: astToString(await openapiTS(json)) };
}

describe("the npm package of the contract", () => {
  let folder: string;
  let mock: Mock;
  let server: Server;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "package-test-"));
    mock = await startMock(join(root, "generated/complete.json"), { host: "127.0.0.1", port: 0 });
    server = await startServer({ tenants: ["consumer"] });
  });
  after(async () => {
    await mock.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /**
   * Packs the package and installs it into an empty folder. Skips the test if neither a registry nor its cache is
   * available.
   */
  async function installedPackage(test: TestContext): Promise<string | undefined> {
    await buildPackage(join(folder, "npm"), "7.8.9", await committedDocument(), "# Changes\n");
    const tarball = await packPackage(join(folder, "npm"), folder);
    assert.equal(tarball, "sightline-api-7.8.9.tgz");
    const empty = join(folder, "empty");
    await mkdir(empty);
    await writeFile(join(empty, "package.json"), '{ "type": "module" }');
    try {
      await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", join(folder, tarball)], {
        cwd: empty,
      });
      return empty;
    } catch (error) {
      const { stderr } = error as { stderr: string };
      if (!UNREACHABLE.test(stderr)) throw error;
      test.skip("no registry can be reached to install openapi-fetch");
      return undefined;
    }
  }

  it("installs into an empty folder, type-checks there, and works with the service and its mock", async (test) => {
    const empty = await installedPackage(test);
    if (empty === undefined) return;
    await writeFile(join(empty, "consumer.ts"), consumer);
    await writeFile(join(empty, "tsconfig.json"), JSON.stringify(tsconfig));
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", empty]).catch((error) => {
      throw new Error(error.stdout);
    });
    const { info } = JSON.parse(await readFile(join(root, "generated/complete.json"), "utf8"));
    const { size } = await packedSize(empty);
    assert.ok(size < MAX_CLIENT_BYTES, `the client has ${size} bytes`);
    const expected = { captured: 1, decided: 200, listed: 200, refused: "invalid_input", version: info.version };
    const consume = async (...args: string[]) =>
      JSON.parse((await run(process.execPath, ["--no-warnings", join(empty, "out/consumer.js"), ...args])).stdout);
    const { projectApiKey, personalApiKey, projectId } = server.tenants[0] as Tenant;
    const { pages: _, flags: __, thrown: ___, ...onMock } = await consume(mock.url, "phc_1", "phx_1", "1");
    assert.deepEqual(onMock, { ...expected, any: true }); // and a mock has no flags of its own
    const onServer = await consume(server.base, projectApiKey, personalApiKey, projectId);
    assert.deepEqual(onServer, { ...expected, any: false, pages: 2, flags: 3, thrown: true });
  });
});
