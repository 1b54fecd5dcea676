import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { test } from "node:test";
import { readConfig } from "../config.ts";
import { FlagStreams } from "./flag-streams.ts";

const config = { ...readConfig({}), FLAG_STREAMS_MAX: 3, FLAG_STREAMS_PER_PROJECT: 2 };

const NONE_REMOVED = { removedOf: async () => new Set<string>() };

/** Returns streams whose flags have another version each time that they are checked. */
function changingStreams(prefix = "v"): FlagStreams {
  const version = async () => `${prefix}${randomUUID()}`;
  return new FlagStreams({ version }, NONE_REMOVED, config);
}

test("a client that does not read is disconnected, and another one takes its place", async () => {
  const streams = changingStreams("x".repeat(1000));
  const unread = streams.open("1", "known");
  const read = streams.open("1", "known").resume();
  assert.throws(() => streams.open("1", "known"), { code: "throttled" });
  await once(unread, "close");
  assert.equal(streams.count, 1);
  streams.open("1", "known");
  assert.equal(read.destroyed, false);
  await streams.close();
});

test("the number of streams is limited in all; closing ends them, and refuses others", async () => {
  const streams = changingStreams();
  const open = ["1", "1", "2"].map((project) => streams.open(project, "known").resume());
  assert.throws(() => streams.open("3", "known"), { code: "throttled" });
  const closed = Promise.all(open.map((stream) => once(stream, "close")));
  await streams.close();
  await closed;
  assert.equal(streams.count, 0);
  assert.throws(() => streams.open("1", "known"), { code: "service_unavailable" });
});

test("streams of a removed project end, those of others go on", async () => {
  const removed = new Set<string>();
  const streams = new FlagStreams({ version: async () => "v" }, { removedOf: async () => removed }, config);
  const [ending, staying] = ["1", "2"].map((project) => streams.open(project, "v").resume());
  removed.add("1");
  await once(ending ?? assert.fail(), "close");
  assert.deepEqual([staying?.destroyed, streams.count], [false, 1]);
  await streams.close();
});

test("a client without news hears from the server after 15 seconds", async (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  const streams = new FlagStreams({ version: async () => "v" }, NONE_REMOVED, config);
  const stream = streams.open("1", "v");
  stream.read();
  context.mock.timers.tick(15_000);
  const [comment] = await once(stream, "data");
  assert.equal(String(comment), ":\n\n");
  stream.destroy();
  await streams.close();
});

test("closing waits for a check under way", async () => {
  let answer = (_version: string): void => assert.fail("no check is under way");
  let onCheck = (): void => undefined;
  const checked = new Promise<void>((resolve) => {
    onCheck = resolve;
  });
  const version = () =>
    new Promise<string>((resolve) => {
      answer = resolve;
      onCheck();
    });
  const streams = new FlagStreams({ version }, NONE_REMOVED, config);
  streams.open("1", "v").resume();
  await checked;
  let isClosed = false;
  const closing = streams.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  assert.equal(isClosed, false);
  answer("w");
  await closing;
});

test("a version of a client adds no lines", async () => {
  const streams = changingStreams();
  const stream = streams.open("1", "a\nevent: message\ndata: {}");
  assert.match(String(stream.read()), /^retry: \d{4}\nid: aeventmessagedata\n\n$/);
  stream.destroy();
  await streams.close();
});

test("the address of a stream is below PUBLIC_URL if that is set", async () => {
  const flags = { version: async () => "v" };
  for (const [PUBLIC_URL, origin, requestUri] of [
    ["", undefined, "/ofrep/v1/event_stream?api_key=phc_k&flagConfigEtag=v"],
    ["https://a.example/s/", "https://a.example", "/s/ofrep/v1/event_stream?api_key=phc_k&flagConfigEtag=v"],
  ] as const) {
    const streams = new FlagStreams(flags, NONE_REMOVED, { ...config, PUBLIC_URL });
    const [stream] = JSON.parse(`{${streams.describe("phc_k", "v").slice(1)}}`).eventStreams;
    assert.deepEqual([stream.endpoint.origin, stream.endpoint.requestUri], [origin, requestUri]);
    await streams.close();
  }
});
