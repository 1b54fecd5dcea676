import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { root } from "./redocly.ts";
import { reviewContract } from "./review.ts";

const changelog = "## 2.0.0\n\n## 1.1.0\n\nSomething.\n\n## 1.0.0\n\nFirst.\n";
const missingEntry = 'CHANGELOG.md has no entry below a heading "## 2.0.0".';

describe("reviewContract", () => {
  let contract: { info: { version: string }; paths: Record<string, object> };
  before(async () => {
    contract = JSON.parse(await readFile(join(root, "generated/complete.json"), "utf8"));
  });
  const contractAt = (version: string, paths = contract.paths) =>
    JSON.stringify({ ...contract, paths, info: { ...contract.info, version } });

  it("only requires a changelog entry for the first contract", async () => {
    const first = { lastVersion: undefined, needed: "none" };
    assert.deepEqual(await reviewContract(undefined, contractAt("1.0.0"), changelog), {
      ...first,
      version: "1.0.0",
      objections: [],
    });
    assert.deepEqual(await reviewContract(undefined, contractAt("2.0.0"), changelog), {
      ...first,
      version: "2.0.0",
      objections: [missingEntry],
    });
    assert.deepEqual((await reviewContract(undefined, contractAt("2.0.0"), "")).objections, [missingEntry]);
  });

  it("reports all objections at once", async () => {
    const { "/batch/": _, ...otherPaths } = contract.paths;
    const { needed, lastVersion, objections } = await reviewContract(
      contractAt("2.0.0"),
      contractAt("2.0.0", otherPaths),
      changelog,
    );
    assert.deepEqual([needed, lastVersion], ["major", "2.0.0"]);
    assert.equal(objections.length, 3);
    assert.match(objections[0] ?? "", /must be 3\.0\.0 or higher, and is 2\.0\.0/);
    assert.match(objections[1] ?? "", /breaking: .*\/batch\//);
    assert.equal(objections[2], missingEntry);
  });
});
