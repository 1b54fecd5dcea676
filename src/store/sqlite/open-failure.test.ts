import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { describeOpenFailure } from "./sqlite-errors.ts";

test("the system's reason is preferred to SQLite's", () => {
  const error = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
  const missing = join(tmpdir(), "sightline-missing");
  const reason = `: ENOENT: no such file or directory, access '${missing}'`;
  assert.equal(describeOpenFailure(join(missing, "sightline.db"), error), reason);
  assert.equal(describeOpenFailure(join(tmpdir(), "sightline-missing.db"), error), ": disk I/O error");
});

test("a directory that the user may not write is named, and what to do", {
  skip: process.getuid?.() === 0 && "root may",
}, () => {
  const reason = /^: (user \d+ may not write \/\. Let this user .* of \/, |the file system of \/ is read-only)/;
  assert.match(describeOpenFailure("/sightline.db", new Error("")), reason);
});
