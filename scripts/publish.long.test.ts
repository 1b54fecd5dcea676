import assert from "node:assert/strict";
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parse } from "yaml";
import { type ProcessOutput, runScript } from "../src/test-support/child-process.ts";
import { CHANGELOG } from "./contract/last-published.ts";
import { released } from "./contract/review.ts";

describe("npm run spec:publish", () => {
  let folder: string;
  let out: string;
  let lastFile: string;
  let result: ProcessOutput;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "publish-test-"));
    out = join(folder, "new", "out");
    lastFile = join(folder, "lastFile.yaml");
    result = await runScript("scripts/publish", ["--out", out, "--last", lastFile]);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const text = (...path: string[]) => readFile(join(out, ...path), "utf8");

  it("prints what it created and the next steps", () => {
    assert.equal(result.status, 0, result.stderr);
    assert.match(result.stdout, /^Published \d+\.\d+\.\d+ to .*\nKept it as .*commit.*\nTo release .*npm publish/);
  });

  it("creates the documents, the page, the changelog and the package", async () => {
    const { version }: { version: string } = JSON.parse(await text("npm", "package.json"));
    const names = [
      "CHANGELOG.md",
      "complete.json",
      "complete.yaml",
      "index.html",
      "npm",
      "openapi.json",
      "openapi.yaml",
      `sightline-api-${version}.tgz`,
      `sightline-contract-${version}.tgz`,
      "suite",
    ];
    assert.deepEqual((await readdir(out)).sort(), names);
    const document = JSON.parse(await text("complete.json"));
    assert.equal(document.info.version, version);
    assert.deepEqual(parse(await text("complete.yaml"), { version: "1.1" }), document);
    const embedded = /id="contract">(.*?)<\/script>/s.exec(await text("index.html"))?.[1] ?? "";
    assert.deepEqual(JSON.parse(embedded), document);
    assert.equal(await text("CHANGELOG.md"), released(await readFile(CHANGELOG, "utf8"), version));
  });

  it("stores the document, which the next contract is compared with", async () => {
    assert.equal(await readFile(lastFile, "utf8"), await text("complete.yaml"));
  });

  it("refuses an unannounced breaking change, as contract:diff does", async () => {
    const last = JSON.parse(await text("complete.json"));
    last.paths["/gone"] = { get: { ...last.paths["/_health"].get, operationId: "gone" } };
    const lastFile = join(folder, "last.json");
    await writeFile(lastFile, JSON.stringify(last));
    const refused = join(folder, "refused");
    const [publishResult, diffResult] = await Promise.all([
      runScript("scripts/publish", ["--out", refused, "--last", lastFile]),
      runScript("scripts/contract-diff", ["--last", lastFile]),
    ]);
    for (const { status, stderr } of [publishResult, diffResult]) {
      assert.equal(status, 1);
      assert.match(stderr, /There are breaking changes since/);
      assert.match(stderr, /breaking: .*\/gone/);
    }
    assert.match(publishResult.stderr, /Nothing was published/);
    await assert.rejects(access(refused));
    assert.equal(await readFile(lastFile, "utf8"), JSON.stringify(last));
  });
});
