import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { CHANGELOG, LAST_PUBLISHED, readLastPublished } from "./last-published.ts";
import { root } from "./redocly.ts";
import { changelogEntry, objectionsToRelease, objectionsToVersion, released, versionOf } from "./review.ts";

describe("objectionsToVersion", () => {
  const removed = "Path `/batch/` was removed.";
  const breaking = { raise: "major", breaking: [removed] } as const;
  const addition = { raise: "minor", breaking: [] } as const;
  const reworded = { raise: "patch", breaking: [] } as const;
  const same = { raise: "none", breaking: [] } as const;

  it("requires a higher first number for breaking changes", () => {
    assert.deepEqual(objectionsToVersion("1.0.0", "1.1.0", breaking), [
      "There are breaking changes since 1.0.0: info.version must be 2.0.0 or higher, and is 1.1.0.",
      `  breaking: ${removed}`,
    ]);
    assert.deepEqual(objectionsToVersion("1.0.0", "2.0.0", breaking), []);
  });

  it("requires a higher version for any other change", () => {
    assert.match(
      objectionsToVersion("1.0.0", "1.0.1", addition).join(),
      /^The contract has changed.*must be 1\.1\.0 or/,
    );
    assert.match(objectionsToVersion("1.0.0", "1.0.0", reworded).join(), /must be 1\.0\.1 or higher, and is 1\.0\.0/);
    assert.deepEqual(objectionsToVersion("1.0.0", "1.1.0", addition), []);
    assert.deepEqual(objectionsToVersion("1.0.0", "1.0.1", reworded), []);
  });

  it("accepts the same or a higher version without changes, and never a lower one", () => {
    assert.deepEqual(objectionsToVersion("1.0.0", "1.0.0", same), []);
    assert.deepEqual(objectionsToVersion("1.0.0", "3.0.0", same), []);
    assert.deepEqual(objectionsToVersion("1.0.0", "0.9.0", same), ["info.version went back from 1.0.0 to 0.9.0."]);
  });
});

describe("objectionsToRelease", () => {
  const open = "# Changes\n\n## 1.1.0 (unreleased)\n\nNew.\n\n## 1.0.0\n\nFirst.\n";
  const done = released(open, "1.1.0");

  it("accepts a published version, and one to be published that follows it", () => {
    assert.deepEqual(objectionsToRelease("1.1.0", "1.1.0", done), []);
    assert.deepEqual(objectionsToRelease("1.0.0", "1.1.0", open), []);
  });

  it("refuses a version that is announced but not published, and an entry that is not about it", () => {
    assert.match(objectionsToRelease("1.0.0", "1.1.0", done).join(), /1\.1\.0 is not published.*npm run spec:publish/);
    assert.match(objectionsToRelease("1.1.0", "1.1.0", open).join(), /calls it unreleased/);
    assert.match(objectionsToRelease("1.1.0", "1.2.0", open).join(), /newest entry .* must be that of 1\.2\.0/);
    assert.match(objectionsToRelease("0.9.0", "1.1.0", open).join(), /1\.0\.0 was announced, but .* is 0\.9\.0/);
  });

  it("has none to the committed contract", async () => {
    const [last, next, text] = await Promise.all([
      readLastPublished(LAST_PUBLISHED),
      readFile(join(root, "generated/complete.json"), "utf8"),
      readFile(CHANGELOG, "utf8"),
    ]);
    assert.ok(last);
    assert.deepEqual(objectionsToRelease(versionOf(last), versionOf(next), text), []);
    if (versionOf(last) === versionOf(next)) assert.deepEqual(JSON.parse(next), JSON.parse(last));
  });
});

describe("changelogEntry", () => {
  const text =
    "# Changes\n\n## 1.1.0 - 2026-05-01\n\nNew:\n\n### More\n\n- a field\n\n## 1.0.10\n\n## 1.0.0\n\nFirst.\n";

  it("returns the text below the heading, including subheadings", () => {
    assert.equal(changelogEntry(text, "1.1.0"), "New:\n\n### More\n\n- a field");
    assert.equal(changelogEntry(text, "1.0.0"), "First.");
  });

  it("returns an empty text below a heading alone, and undefined without a heading", () => {
    assert.equal(changelogEntry(text, "1.0.10"), "");
    assert.equal(changelogEntry(text, "1.0.1"), undefined);
  });
});
