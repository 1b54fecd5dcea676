import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fileName, filePrefix, sessionOfKey } from "./file-keys.ts";

const prefix = (sessionId: string) => filePrefix({ projectId: "7", sessionId });

test("a session's files share a prefix", () => {
  const id = "0190a3c2-0b1e-7b4c-a1f2-9d8e7f6a5b4c";
  assert.equal(prefix(id), `session_recordings/project_id/7/session_id/${id}/data/`);
  assert.equal(fileName(`${prefix(id)}1700000000000-1700000300000-2`), "1700000000000-1700000300000-2");
});

test("escapes characters that could change the path", () => {
  assert.equal(prefix("../../etc"), "session_recordings/project_id/7/session_id/%2E%2E%2F%2E%2E%2Fetc/data/");
  assert.equal(prefix("a b%ü"), "session_recordings/project_id/7/session_id/a%20b%25%C3%BC/data/");
});

test("every id makes a unique key of the same parts, within the length limit of S3", () => {
  const anyId = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(anyId, anyId, (one, other) => {
      assert.match(prefix(one), /^session_recordings\/project_id\/7\/session_id\/[A-Za-z0-9_%~-]{1,200}\/data\/$/);
      assert.equal(prefix(one) === prefix(other), one === other);
      const named = sessionOfKey(`${prefix(one)}1-2`);
      if (named) assert.deepEqual(named, { projectId: "7", sessionId: one });
    }),
  );
  const long = "/".repeat(199);
  assert.equal(sessionOfKey(prefix(long)), null);
  assert.notEqual(prefix(`${long}a`), prefix(`${long}b`));
});
