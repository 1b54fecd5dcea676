import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { unzip } from "../../test/support/test-unzip.ts";
import type { ArchiveEntry } from "./export-person.ts";
import { zipArchive } from "./zip-archive.ts";

const NOW = Date.UTC(2026, 0, 15);
const MANY = 2000;

async function* listed(...entries: ArchiveEntry[]) {
  yield* entries;
}

/** A content that counts what was read of it, and whether it was closed. */
function endless() {
  const read = { chunks: 0, closed: false };
  const content = (async function* () {
    try {
      for (; read.chunks < MANY; read.chunks++) yield randomBytes(64 * 1024);
    } finally {
      read.closed = true;
    }
  })();
  return { read, entry: { path: "endless", content } };
}

describe("a ZIP archive", () => {
  test("has the contents, of texts and of bytes", async () => {
    const long = `${"snapshot ".repeat(50_000)}é`;
    const bytes = (async function* () {
      yield Buffer.from("by");
      yield Buffer.from("tes");
    })();
    const entries = listed(
      { path: "ä/1.jsonl", content: [long, "\n"] },
      { path: "2", content: bytes },
      { path: "3", content: [] },
    );
    const files = unzip(Buffer.concat(await Readable.from(zipArchive(entries, NOW)).toArray()));
    assert.deepEqual(files, new Map(Object.entries({ "ä/1.jsonl": `${long}\n`, "2": "bytes", "3": "" })));
  });

  test("is not read ahead of a slow reader, and closes its content when the reader stops", async () => {
    const { read, entry } = endless();
    const archive = zipArchive(listed(entry), NOW);
    await archive.next();
    await archive.next();
    await setTimeout(100);
    assert.ok(read.chunks < MANY / 10, `${read.chunks} chunks of 64 KB were read`);
    await archive.return();
    assert.ok(read.closed);
  });

  test("throws what a content throws", async () => {
    const failing = (async function* () {
      yield "begun";
      throw new Error("no longer there");
    })();
    const archive = zipArchive(listed({ path: "1", content: failing }), NOW);
    await assert.rejects(
      (async () => {
        for await (const _ of archive);
      })(),
      /no longer there/,
    );
  });
});
