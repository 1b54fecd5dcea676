import assert from "node:assert/strict";
import { once } from "node:events";
import { Readable } from "node:stream";
import { test } from "node:test";
import { MAX_STREAMS_PER_USER, newStreamLimit } from "./operations/recording-operations.ts";

test("a user has a limited number of streams at a time, and a new one when one has ended or failed", async () => {
  const countStream = newStreamLimit();
  const open = (user: number) => countStream(user, async () => ({ stream: new Readable({ read() {} }) }));
  const first = await open(1);
  await countStream(1, async () => ({}));
  await assert.rejects(
    countStream(1, () => Promise.reject(new Error("refused"))),
    /refused/,
  );
  for (let count = 1; count < MAX_STREAMS_PER_USER; count++) await open(1);
  await assert.rejects(open(1), { code: "throttled" });
  await open(2);
  first.stream.destroy();
  await once(first.stream, "close");
  await open(1);
});
