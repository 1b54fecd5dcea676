import assert from "node:assert/strict";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import type { MessagePort } from "node:worker_threads";
import { Playback } from "./playback.ts";
import type { FromPlayer, SnapshotsApi, Source, ToPlayer } from "./recordings-api.ts";

const EVENTS = [
  { type: 2, timestamp: 1000, data: { node: {} } },
  { type: 3, timestamp: 61_000, data: { source: 1 } },
];

/** Opens a recording of a minute at its sixth second. Returns the player's end of the conversation, too. */
async function openPlayback(t: TestContext) {
  const source = { source: "object_storage", key: "a", start_timestamp: "1970-01-01", end_timestamp: "1970-01-01" };
  const api: SnapshotsApi = {
    sources: async () => [source as Source],
    async *lines() {
      yield JSON.stringify({ window_id: "a", data: EVENTS });
    },
  };
  const playback = new Playback(api, 7000, { speed: 1, skipsInactivity: true }, () => undefined);
  t.after(() => playback.close());
  Object.assign(globalThis, { location: { origin: "http://console.example" } });
  let player: MessagePort | undefined;
  const postMessage = (_message: null, _origin: string, [port]: readonly MessagePort[]) => {
    player = port;
  };
  playback.attach({ contentWindow: { postMessage } } as never);
  await playback.run();
  assert.ok(player);
  const port = player;
  const hear = async (): Promise<ToPlayer> => (await once(port, "message"))[0];
  /** Sends what the player says, and resolves when it has arrived. */
  const say = async (...messages: readonly FromPlayer[]) => {
    for (const message of [...messages, { type: "broken" }]) port.postMessage(message);
    playback.windows.isDamaged = false;
    while (!playback.windows.isDamaged) await new Promise(setImmediate);
  };
  return { playback, hear, say };
}

test("what the player said before it obeyed changes nothing", async (t) => {
  const { playback, hear, say } = await openPlayback(t);
  const opened = await hear();
  assert.ok(opened.type === "open" && opened.plays);
  const playing = { type: "state", plays: true, isSkipping: false, sequence: opened.sequence } as const;
  await say({ ...playing, at: 7500 });
  assert.equal(playback.state.at, 7500);
  playback.toggle();
  playback.seek(2000);
  await say({ ...playing, at: 7600 });
  assert.deepEqual([playback.state.at, playback.state.plays], [2000, false]);
  const [paused, sought] = [await hear(), await hear()];
  assert.ok(paused.type === "seek" && !paused.plays);
  assert.ok(sought.type === "seek" && !sought.plays, "it stays paused");
  await say({ ...playing, at: 7500, plays: false, sequence: paused.sequence });
  assert.equal(playback.state.at, 2000);
  await say({ ...playing, at: 2001, plays: false, sequence: sought.sequence });
  assert.equal(playback.state.at, 2001);
});
