import assert from "node:assert/strict";
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parse } from "yaml";
import { type ProcessOutput, runScript } from "../test/support/child-process.ts";
import { CHANGELOG, LAST_PUBLISHED } from "./contract/last-published.ts";
import { released } from "./contract/review.ts";
import { addVersion } from "./publish/add-version.ts";

describe("npm run spec:publish", () => {
  let folder: string;
  let out: string;
  let lastFile: string;
  let result: ProcessOutput;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "publish-test-"));
    out = join(folder, "new", "out");
    lastFile = join(folder, "lastFile.yaml");
    await copyFile(LAST_PUBLISHED, lastFile);
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
      "feed.xml",
      "index.html",
      "npm",
      "openapi.json",
      "openapi.yaml",
      "sandbox",
      `sightline-api-${version}.tgz`,
      `sightline-contract-${version}.tgz`,
      `sightline-sandbox-${version}.tgz`,
      "suite",
      "versions",
    ];
    assert.deepEqual((await readdir(out)).sort(), names);
    const document = JSON.parse(await text("complete.json"));
    assert.equal(document.info.version, version);
    assert.deepEqual(parse(await text("complete.yaml"), { version: "1.1" }), document);
    const embedded = /id="contract">(.*?)<\/script>/s.exec(await text("index.html"))?.[1] ?? "";
    assert.deepEqual(JSON.parse(embedded), document);
    assert.equal(await text("CHANGELOG.md"), released(await readFile(CHANGELOG, "utf8"), version));
  });

  it("keeps each version at its own address, compared with the earlier ones", async () => {
    const document = JSON.parse(await text("complete.json"));
    const now: string = document.info.version;
    const next = { ...document, info: { ...document.info, version: "9.9.9" }, paths: { ...document.paths } };
    delete next.paths["/batch/"];
    next.paths["/new"] = { get: { ...document.paths["/_health"].get, operationId: "made_up" } };
    const later = join(folder, "later");
    await mkdir(later);
    await writeFile(join(later, "openapi.json"), "{}");
    await writeFile(join(later, "complete.json"), JSON.stringify(next));
    await addVersion(later, out, undefined, "## 9.9.9\n\n- A change of <b>\n");

    const kept = (name: string) => readFile(join(later, "versions", now, name), "utf8");
    assert.equal(await kept("complete.json"), await text("complete.json"));
    assert.equal(await kept("published"), await text("versions", now, "published"));
    const changes = await readFile(join(later, "versions/9.9.9", `since-${now}.html`), "utf8");
    const [breaking = "", others = ""] = changes.split("<h2>Other changes</h2>");
    assert.match(breaking, /<h2>Breaking<\/h2>.*`\/batch\/` was removed/s);
    assert.match(others, /PathItem was added \(\/new\)/);
    const list = await readFile(join(later, "versions/index.html"), "utf8");
    assert.ok(list.indexOf('href="9.9.9/"') < list.indexOf(`href="${now}/"`), "the newest first");
    const feed = await readFile(join(later, "feed.xml"), "utf8");
    assert.match(feed, /<link href="versions\/9.9.9\/"\/>\s*<content type="text">- A change of &lt;b>/);
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
