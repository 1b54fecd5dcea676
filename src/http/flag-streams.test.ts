import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { test } from "node:test";
import { readConfig } from "../settings/config.ts";
import { changesOf, REMOVALS } from "../store/changes.ts";
import { type FlagStreams, newFlagStreams } from "./flag-streams.ts";

const config = {
  ...readConfig({}),
  FLAG_STREAMS_MAX: 3,
  FLAG_STREAMS_PER_PROJECT: 2,
  FLAG_STREAMS_PER_ORGANIZATION: 2,
};

const removals = { removedOf: async () => new Set<string>() };
const changes = changesOf({ records: async () => ({ find: async () => null }), maxAgeMs: 0 });
const REFUSED = { code: "throttled" };

/** Projects `a1` and `a2` belong to the organization `a`. */
const tenants = {
  findProject: async (id: string) => ({
    id,
    organizationId: id.slice(0, 1),
    name: "",
    createdAt: 1,
    eventRetentionSeconds: null,
  }),
};

/** Returns streams whose flags have another version each time that they are checked. */
function changingStreams(prefix = "v"): FlagStreams {
  const version = async () => `${prefix}${randomUUID()}`;
  return newFlagStreams({ flags: { version }, removals, tenants, changes }, config);
}

test("a client that does not read is disconnected, and another one takes its place", async () => {
  const streams = changingStreams("x".repeat(1000));
  const unread = await streams.open("1", "known");
  const read = (await streams.open("1", "known")).resume();
  await assert.rejects(streams.open("1", "known"), REFUSED);
  await once(unread, "close");
  assert.equal(streams.count, 1);
  await streams.open("1", "known");
  assert.equal(read.destroyed, false);
  await streams.close();
});

test("streams are shared among projects while they are scarce; closing ends them, and refuses others", async () => {
  const streams = changingStreams();
  const open = [];
  for (const project of ["1", "1", "2"]) open.push((await streams.open(project, "known")).resume());
  await assert.rejects(streams.open("2", "known"), REFUSED);
  const ended = once(open[0] ?? assert.fail(), "close");
  open.push((await streams.open("3", "known")).resume());
  await ended;
  for (const project of ["1", "2", "3", "4"]) await assert.rejects(streams.open(project, "known"), REFUSED, project);
  assert.equal(streams.count, 3);
  open.shift();
  const closed = Promise.all(open.map((stream) => once(stream, "close")));
  await streams.close();
  await closed;
  assert.equal(streams.count, 0);
  await assert.rejects(streams.open("1", "known"), { code: "service_unavailable" });
});

test("projects of an organization share its streams, and its place while they are scarce", async () => {
  const streams = changingStreams();
  const first = (await streams.open("a1", "known")).resume();
  await streams.open("a2", "known");
  for (const project of ["a1", "a2", "a3"]) await assert.rejects(streams.open(project, "known"), REFUSED, project);
  await streams.open("b1", "known");
  const ended = once(first, "close");
  await streams.open("c1", "known");
  await ended;
  await assert.rejects(streams.open("a3", "known"), REFUSED);
  await streams.close();
});

test("streams of a removed project end, those of others go on", async () => {
  const announced = { name: "all", count: 0, topics: [] as string[], version: "" };
  const changes = changesOf({ records: async () => ({ find: async () => announced as never }), maxAgeMs: 0 });
  const removed = new Set<string>();
  const ports = { flags: { version: async () => "v" }, removals: { removedOf: async () => removed }, tenants, changes };
  const streams = newFlagStreams(ports, config);
  const [ending, staying] = await Promise.all(["1", "2"].map(async (id) => (await streams.open(id, "v")).resume()));
  removed.add("1");
  Object.assign(announced, { count: 1, topics: [REMOVALS] });
  await once(ending ?? assert.fail(), "close");
  assert.deepEqual([staying?.destroyed, streams.count], [false, 1]);
  await streams.close();
});

test("a client without news hears from the server after 15 seconds", async (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  const streams = newFlagStreams({ flags: { version: async () => "v" }, removals, tenants, changes }, config);
  const stream = await streams.open("1", "v");
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
  const streams = newFlagStreams({ flags: { version }, removals, tenants, changes }, config);
  (await streams.open("1", "v")).resume();
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
  const stream = await streams.open("1", "a\nevent: message\ndata: {}");
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
    const streams = newFlagStreams({ flags, removals, tenants, changes }, { ...config, PUBLIC_URL });
    const [stream] = JSON.parse(`{${streams.describe("phc_k", "v").slice(1)}}`).eventStreams;
    assert.deepEqual([stream.endpoint.origin, stream.endpoint.requestUri], [origin, requestUri]);
    await streams.close();
  }
});
