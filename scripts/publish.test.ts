import assert from "node:assert/strict";
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parse } from "yaml";
import { root } from "./contract/redocly.ts";
import { runScript, type ScriptResult } from "./test-support/run-script.ts";

describe("npm run spec:publish", () => {
  let folder: string;
  let out: string;
  let kept: string;
  let ran: ScriptResult;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "publish-test-"));
    out = join(folder, "new", "out");
    kept = join(folder, "kept.yaml");
    ran = await runScript("publish.ts", "--out", out, "--last", kept);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const text = (...path: string[]) => readFile(join(out, ...path), "utf8");

  it("says what it made and what to do with it", () => {
    assert.equal(ran.status, 0, ran.stderr);
    assert.match(ran.stdout, /^Published \d+\.\d+\.\d+ to .*\nKept it as .*commit.*\nTo release .*npm publish/);
  });

  it("makes the documents, the page, the changelog and the package", async () => {
    const { version }: { version: string } = JSON.parse(await text("npm", "package.json"));
    const names = ["CHANGELOG.md", "index.html", "npm", "openapi.json", "openapi.yaml", `sightline-api-${version}.tgz`];
    assert.deepEqual((await readdir(out)).sort(), names);
    const document = JSON.parse(await text("openapi.json"));
    assert.equal(document.info.version, version);
    assert.deepEqual(parse(await text("openapi.yaml"), { version: "1.1" }), document);
    const carried = /id="contract">(.*?)<\/script>/s.exec(await text("index.html"))?.[1] ?? "";
    assert.deepEqual(JSON.parse(carried), document);
    assert.equal(await text("CHANGELOG.md"), await readFile(join(root, "openapi/CHANGELOG.md"), "utf8"));
  });

  it("keeps the document, which the contract then is as published", async () => {
    assert.equal(await readFile(kept, "utf8"), await text("openapi.yaml"));
    const { status, stdout } = await runScript("contract-diff.ts", "--last", kept);
    assert.deepEqual([status, stdout.slice(0, 12)], [0, "As published"]);
  });

  it("refuses a breaking change that the version does not announce, as contract:diff does", async () => {
    const last = JSON.parse(await text("openapi.json"));
    last.paths["/gone"] = { get: { ...last.paths["/_health"].get, operationId: "gone" } };
    const lastFile = join(folder, "last.json");
    await writeFile(lastFile, JSON.stringify(last));
    const refused = join(folder, "refused");
    const [publishing, comparing] = await Promise.all([
      runScript("publish.ts", "--out", refused, "--last", lastFile),
      runScript("contract-diff.ts", "--last", lastFile),
    ]);
    for (const { status, stderr } of [publishing, comparing]) {
      assert.equal(status, 1);
      assert.match(stderr, /There are breaking changes since/);
      assert.match(stderr, /breaking: .*\/gone/);
    }
    assert.match(publishing.stderr, /Nothing was published/);
    await assert.rejects(access(refused));
    assert.equal(await readFile(lastFile, "utf8"), JSON.stringify(last));
  });
});
