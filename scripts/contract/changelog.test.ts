import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { changelogEntry } from "./changelog.ts";

const changelog =
  "# Changes\n\n## 1.1.0 - 2026-05-01\n\nNew:\n\n### More\n\n- a field\n\n## 1.0.10\n\n## 1.0.0\n\nFirst.\n";

describe("the changelog", () => {
  it("has an entry for a version, with the headings inside it", () => {
    assert.equal(changelogEntry(changelog, "1.1.0"), "New:\n\n### More\n\n- a field");
    assert.equal(changelogEntry(changelog, "1.0.0"), "First.");
  });

  it("has an empty one below a heading alone, and none without a heading", () => {
    assert.equal(changelogEntry(changelog, "1.0.10"), "");
    assert.equal(changelogEntry(changelog, "1.0.1"), undefined);
  });
});
