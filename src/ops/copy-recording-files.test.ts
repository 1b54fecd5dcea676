import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { NamedFile } from "../store/ports/document-copies.ts";
import { createChecksums, readChecksums } from "./checksums.ts";
import { copyRecordingFiles } from "./copy-recording-files.ts";

test("a file that is gone was erased with its recording, or is missing; one without bytes has none", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  t.after(() => rm(directory, { recursive: true }));
  const sums = await createChecksums(directory);
  const sessions = ["stored", "erased", "missing", "columnar"];
  const named = sessions.map((sessionId): NamedFile => {
    return { projectId: "1", sessionId, key: `k/${sessionId}`, bytes: sessionId === "columnar" ? 0 : 3 };
  });
  const copied = await copyRecordingFiles(directory, Readable.from(named), {
    files: { get: async (key) => (key === "k/stored" ? { stream: Readable.from(["abc"]), bytes: 3 } : null) },
    erasure: { erased: async (_, ids) => new Set(ids.filter((id) => id === "erased")) },
    sums,
    advance: () => {},
  });
  await sums.finish();
  assert.deepEqual(copied, {
    recordingFiles: { count: 1, bytes: 3 },
    missing: [named[2]],
    erased: [{ projectId: "1", sessionId: "erased" }],
  });
  const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const listed = [];
  for await (const checksum of readChecksums(directory)) listed.push(checksum);
  assert.deepEqual(listed, [{ path: "files/k/stored.file", sha256 }]);
});
