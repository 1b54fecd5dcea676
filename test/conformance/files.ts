import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { FileStore } from "../../src/store/ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { AWKWARD_TEXTS, collect } from "./samples.ts";

/** Tests what the port guarantees. */
export function describeFiles(engine: Engine<FileStore>): void {
  describe(`${engine.name}: files`, () => {
    const store = testStore(engine);
    const files = () => store.connection.files;

    const put = (key: string, content: string) => files().put(key, Readable.from([Buffer.from(content)]));
    const keys = async (prefix: string) => (await collect(files().list(prefix))).toSorted();

    async function read(key: string): Promise<string | null> {
      const file = await files().get(key);
      if (!file) return null;
      const content = await text(file.stream);
      assert.equal(file.bytes, Buffer.byteLength(content));
      return content;
    }

    test("are read as written, and replaced as a whole", async () => {
      assert.equal(await read("whole/a"), null);
      assert.equal(await put("whole/a", "first, and longer"), 17);
      assert.equal(await read("whole/a"), "first, and longer");
      assert.equal(await put("whole/a", "\u{1f600}"), 4);
      assert.equal(await read("whole/a"), "\u{1f600}");
      assert.equal(await put("whole/a", ""), 0);
      assert.equal(await read("whole/a"), "");
    });

    test("may be large and written in any chunks", async () => {
      const content = randomBytes(10_000_000);
      const chunks = Array.from({ length: 100 }, (_, index) =>
        content.subarray(index * 100_000, (index + 1) * 100_000),
      );
      assert.equal(await files().put("large", Readable.from(chunks)), content.length);
      const file = await files().get("large");
      assert.equal(file?.bytes, content.length);
      assert.ok(file && content.equals(await buffer(file.stream)));
    });

    test("are read by range", async () => {
      await put("parts/a", "0123456789");
      for (const [first, last] of [
        [0, 0],
        [0, 9],
        [3, 5],
        [9, 9],
      ] as const) {
        const file = await files().get("parts/a", { first, last });
        assert.equal(file?.bytes, last - first + 1);
        assert.equal(file && (await text(file.stream)), "0123456789".slice(first, last + 1));
      }
      assert.equal(await files().get("parts/unknown", { first: 0, last: 1 }), null);
    });

    test("may have a URL that serves them without credentials", async () => {
      const content = gzipSync('{"a":1}\n');
      await files().put("links/a", Readable.from([content]));
      const url = await files().presignedUrl("links/a", 60);
      if (url === null) return;
      const response = await fetch(url);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-encoding"), "gzip");
      assert.equal(response.headers.get("content-type"), "application/x-ndjson");
      assert.equal(await response.text(), '{"a":1}\n');
      const part = await fetch(url, { headers: { range: "bytes=0-1", "accept-encoding": "identity" } });
      assert.equal(part.status, 206);
      const forged = await fetch(url.replace("links", "other"));
      assert.equal(forged.status, 403);
    });

    test("are not written if the stream fails", async () => {
      const failure = new Error("the stream's own");
      const failing = () =>
        Readable.from(
          (async function* () {
            yield Buffer.from("half");
            throw failure;
          })(),
        );
      await assert.rejects(files().put("failing/new", failing()), (error) => error === failure);
      await put("failing/old", "old");
      await assert.rejects(files().put("failing/old", failing()), (error) => error === failure);
      const destroyed = new Readable({ read() {} });
      const writing = files().put("failing/new", destroyed);
      destroyed.push("half");
      destroyed.destroy();
      await assert.rejects(writing);
      assert.deepEqual(await keys("failing/"), ["failing/old"]);
      assert.equal(await read("failing/old"), "old");
    });

    test("may have any characters in their keys", async () => {
      const awkward = [
        ...AWKWARD_TEXTS.map((part) => `awkward/${part}/data`),
        ...["awkward/a", "awkward/a/", "awkward//a", "awkward/../b", "awkward/../../../b", "awkward/./b", "awkward/.."],
        ...[
          "awkward/nul\0",
          "awkward/.in-progress/x",
          "awkward/a.file",
          "awkward/a.file/b",
          "awkward/%",
          "awkward/+/+",
        ],
        `awkward/${"long".repeat(50)}/${"\u00e4".repeat(100)}-1`,
      ];
      const unique = [...new Set(awkward)];
      for (const key of unique) await put(key, key);
      for (const key of unique) assert.equal(await read(key), key);
      assert.deepEqual(await keys("awkward/"), unique.toSorted());
      await files().delete(unique.filter((_, index) => index % 2 === 0));
      const remaining = unique.filter((_, index) => index % 2 === 1);
      assert.deepEqual(await keys("awkward/"), remaining.toSorted());
      for (const key of remaining) assert.equal(await read(key), key);
    });

    test("are removed; unknown keys are ignored", async () => {
      for (const key of ["gone/a/1", "gone/a/2", "gone/b"]) await put(key, key);
      await files().delete([]);
      await files().delete(["gone/a/1", "gone/unknown", "gone", "gone/a/1"]);
      await files().delete(["gone/a/1"]);
      assert.equal(await read("gone/a/1"), null);
      assert.deepEqual(await keys("gone/"), ["gone/a/2", "gone/b"]);
      await put("gone/a/1", "again");
      assert.equal(await read("gone/a/1"), "again");
    });

    test("are listed by prefix", async () => {
      const many = Array.from({ length: 150 }, (_, index) => `list/many/${index % 3}/${index}`);
      const few = ["list/m", "list/man", "list/many", "list/manyfold/1", "listen"];
      for (const key of [...many, ...few]) await put(key, "");
      assert.deepEqual(await keys("list/many/"), many.toSorted());
      assert.deepEqual(await keys("list/many/2/14"), many.filter((key) => key.startsWith("list/many/2/14")).toSorted());
      assert.deepEqual(await keys("list/man"), [...many, "list/man", "list/many", "list/manyfold/1"].toSorted());
      assert.deepEqual(await keys("liste"), ["listen"]);
      assert.deepEqual(await keys("list/unknown/"), []);
      assert.deepEqual(await keys("../../src/store/"), []);
      const all = await keys("");
      for (const key of [...many, ...few]) assert.ok(all.includes(key));
      for await (const key of files().list("list/")) {
        await files().delete([key]);
        break;
      }
      assert.equal((await keys("list/")).length, many.length + 3);
    });

    test("release the engine when their stream is destroyed", async () => {
      await put("unread", "x".repeat(1_000_000));
      for (let times = 0; times < 50; times++) {
        const file = await files().get("unread");
        assert.ok(file);
        const closed = once(file.stream, "close");
        if (times % 2 === 0) await once(file.stream, "readable");
        file.stream.destroy();
        await closed;
      }
      await files().delete(["unread"]);
      assert.equal(await read("unread"), null);
    });

    test("are never partial for readers during concurrent writes and removals", async () => {
      const other = (await store.connect()).files;
      const contents = ["a", "b", "c"].map((letter) => letter.repeat(300_000));
      const writes = contents.flatMap((content) => [
        put("race/same", content),
        other.put("race/same", Readable.from([Buffer.from(content)])),
      ]);
      // Each removal may empty the directory into which another writer is moving a file.
      const removals = Array.from({ length: 8 }, async (_, number) => {
        for (let times = 0; times < 25; times++) {
          await put(`race/deep/deeper/${number}`, "x");
          await other.delete([`race/deep/deeper/${number}`]);
        }
      });
      const reads = Array.from({ length: 10 }, () => read("race/same"));
      for (const content of await Promise.all(reads)) assert.ok(content === null || contents.includes(content));
      await Promise.all([...writes, ...removals]);
      assert.ok(contents.includes((await read("race/same")) ?? ""));
      assert.deepEqual(await keys("race/"), ["race/same"]);
    });

    test("are visible to another connection", async () => {
      await put("shared", "content");
      const other = await store.connect();
      const file = await other.files.get("shared");
      assert.ok(file);
      assert.equal(await text(file.stream), "content");
      await other.check();
    });
  });
}
