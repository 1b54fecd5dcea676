import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { root } from "./redocly.ts";
import { objectionsToVersion, reviewContract } from "./review.ts";

const changelog = "## 2.0.0\n\n## 1.1.0\n\nSomething.\n\n## 1.0.0\n\nFirst.\n";
const untold = 'CHANGELOG.md has nothing below a heading "## 2.0.0".';

describe("a contract's version", () => {
  const gone = "Path `/batch/` was removed.";
  const breaking = { raise: "major", breaking: [gone] } as const;
  const more = { raise: "minor", breaking: [] } as const;
  const reworded = { raise: "patch", breaking: [] } as const;
  const same = { raise: "none", breaking: [] } as const;

  it("must announce breaking changes by its first number", () => {
    assert.deepEqual(objectionsToVersion("1.0.0", "1.1.0", breaking), [
      "There are breaking changes since 1.0.0: info.version must be 2.0.0 or higher, and is 1.1.0.",
      `  breaking: ${gone}`,
    ]);
    assert.deepEqual(objectionsToVersion("1.0.0", "2.0.0", breaking), []);
  });

  it("must be raised for any other change too", () => {
    assert.match(objectionsToVersion("1.0.0", "1.0.1", more).join(), /^The contract has changed.*must be 1\.1\.0 or/);
    assert.match(objectionsToVersion("1.0.0", "1.0.0", reworded).join(), /must be 1\.0\.1 or higher, and is 1\.0\.0/);
    assert.deepEqual(objectionsToVersion("1.0.0", "1.1.0", more), []);
    assert.deepEqual(objectionsToVersion("1.0.0", "1.0.1", reworded), []);
  });

  it("may stay or rise where nothing changed, and never falls", () => {
    assert.deepEqual(objectionsToVersion("1.0.0", "1.0.0", same), []);
    assert.deepEqual(objectionsToVersion("1.0.0", "3.0.0", same), []);
    assert.deepEqual(objectionsToVersion("1.0.0", "0.9.0", same), ["info.version went back from 1.0.0 to 0.9.0."]);
  });
});

describe("a contract's review", () => {
  let contract: { info: { version: string }; paths: Record<string, object> };
  before(async () => {
    contract = JSON.parse(await readFile(join(root, "generated/openapi.json"), "utf8"));
  });
  const at = (version: string, paths = contract.paths) =>
    JSON.stringify({ ...contract, paths, info: { ...contract.info, version } });

  it("compares a first contract with nothing, and asks for a word in the changelog", async () => {
    const first = { lastVersion: undefined, needed: "none" };
    assert.deepEqual(await reviewContract(undefined, at("1.0.0"), changelog), {
      ...first,
      version: "1.0.0",
      objections: [],
    });
    assert.deepEqual(await reviewContract(undefined, at("2.0.0"), changelog), {
      ...first,
      version: "2.0.0",
      objections: [untold],
    });
    assert.deepEqual((await reviewContract(undefined, at("2.0.0"), "")).objections, [untold]);
  });

  it("tells everything that is wrong at once", async () => {
    const { "/batch/": _, ...others } = contract.paths;
    const { needed, lastVersion, objections } = await reviewContract(at("2.0.0"), at("2.0.0", others), changelog);
    assert.deepEqual([needed, lastVersion], ["major", "2.0.0"]);
    assert.equal(objections.length, 3);
    assert.match(objections[0] ?? "", /must be 3\.0\.0 or higher, and is 2\.0\.0/);
    assert.match(objections[1] ?? "", /breaking: .*\/batch\//);
    assert.equal(objections[2], untold);
  });
});
