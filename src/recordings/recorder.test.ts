import assert from "node:assert/strict";
import { test } from "node:test";
import { compressibleText, meta, mouseMove, packed } from "../../test/support/test-events.ts";
import { forEachEnginePair, NOON, sessionEvent, snapshotEvent } from "../../test/support/test-recording-environment.ts";
import { recordSnapshots } from "./recorder.ts";
import { eraseRecording } from "./recording-library.ts";
import { sessionPropertiesCache } from "./session-properties.ts";

forEachEnginePair((openEnvironment) => {
  test("stores snapshot events as recordings with figures", async (t) => {
    const environment = await openEnvironment(t);
    const $snapshot_data = [meta(NOON, "https://a.example"), mouseMove(NOON + 3000)];
    const first = sessionEvent("$snapshot", { $session_id: "a", $snapshot_data });
    const events = [
      first,
      snapshotEvent("b", { at: NOON + 1000, distinctId: "bob" }),
      snapshotEvent("a", { at: NOON + 6000 }),
    ];
    assert.deepEqual(await recordSnapshots("1", events, environment), { stored: 3, refused: [] });

    const { count, items } = await environment.library.list("1", { limit: 10, offset: 0 });
    assert.equal(count, 2);
    const figures = items.map(({ sessionId, summary }) => {
      return [sessionId, summary.distinctId, summary.firstMs - NOON, summary.lastMs - NOON, summary.mouseActivity];
    });
    assert.deepEqual(figures, [
      ["b", "bob", 1000, 1000, 1],
      ["a", "ann", 0, 6000, 2],
    ]);
  });

  test("recording the same events again, on any node, changes nothing", async (t) => {
    const environment = await openEnvironment(t);
    const other = await environment.reopen();
    const events = [snapshotEvent("a"), snapshotEvent("a", { at: NOON + 9000 })];
    for (const node of [environment, environment, other]) await recordSnapshots("1", events, node);
    const [recording] = await environment.library.find("1", ["a"]);
    assert.equal(recording?.summary.mouseActivity, 2);
  });

  test("refuses an invalid snapshot event with a reason and records the others", async (t) => {
    const environment = await openEnvironment(t);
    const broken = sessionEvent("$snapshot", { $session_id: "a", $snapshot_data: "?" });
    const { stored, refused } = await recordSnapshots("1", [broken, snapshotEvent("a")], environment);
    assert.equal(stored, 1);
    assert.deepEqual(
      refused.map(({ event }) => event),
      [broken],
    );
    assert.match(refused[0]?.reason ?? "", /rrweb/);
    assert.equal((await environment.library.find("1", ["a"])).length, 1);
  });

  test("limits what the snapshots of one request unpack to together", async (t) => {
    const environment = await openEnvironment(t);
    const data = packed(compressibleText(900_000));
    const events = Array.from({ length: 12 }, (_, index) => {
      const $snapshot_data = [{ type: 2, timestamp: NOON, cv: "2024-10", data }];
      return { ...sessionEvent("$snapshot", { $session_id: `${index}`, $snapshot_data }), request: `${index % 2}` };
    });
    const { stored, refused } = await recordSnapshots("1", events, environment);
    assert.deepEqual([stored, refused.map(({ event }) => event)], [8, events.slice(8)]);
    assert.match(refused[0]?.reason ?? "", /unpacks to more than 4000000 bytes/);
  });

  test("returns no refused events of a recording erased on any node", async (t) => {
    const environment = await openEnvironment(t);
    const other = await environment.reopen();
    await recordSnapshots("1", [snapshotEvent("a"), snapshotEvent("b")], environment);
    await eraseRecording({ projectId: "1", sessionId: "a" }, NOON, other);
    const broken = (sessionId?: unknown) => sessionEvent("$snapshot", { $session_id: sessionId, $snapshot_data: "?" });
    const [ofErased, ofOther, ofNone] = [broken("a"), broken("b"), broken()];
    const { refused } = await recordSnapshots("1", [ofErased, ofOther, ofNone], environment);
    assert.deepEqual(
      refused.map(({ event }) => event),
      [ofOther, ofNone],
    );
    assert.equal((await recordSnapshots("2", [ofErased], environment)).refused.length, 1, "of another project");
  });

  test("keeps the properties of a session's earliest event, in any order of arrival", async (t) => {
    const environment = await openEnvironment(t);
    const at = (second: number, $current_url: string, more = {}) =>
      sessionEvent("$pageview", { $session_id: "a", $current_url, ...more }, { timestamp: NOON + second * 1000 });
    const saved = async () => (await environment.library.properties("1", ["a"])).get("a");

    await recordSnapshots(
      "1",
      [snapshotEvent("a"), at(20, "/later"), at(10, "/first", { $os: "Linux", price: 5, $browser: { a: 1 } })],
      environment,
    );
    assert.deepEqual(await saved(), { $current_url: "/first", $os: "Linux" });
    await recordSnapshots("1", [at(15, "/between")], environment);
    assert.deepEqual(await saved(), { $current_url: "/first", $os: "Linux" });
    await recordSnapshots("1", [at(5, "/before"), at(7, "/then")], environment);
    assert.deepEqual(await saved(), { $current_url: "/before" });
  });

  test("saves a session's properties once unless an earlier event arrives, and again after a failure", async () => {
    const cache = sessionPropertiesCache(10);
    const event = (timestamp: number) => sessionEvent("$pageview", { $session_id: "a", $os: "Linux" }, { timestamp });
    const first = cache.findUnsaved("1", [event(50), event(40), event(60)]);
    assert.deepEqual(
      first.map(({ at }) => at),
      [40],
    );
    assert.equal(cache.findUnsaved("1", [event(50)]).length, 1, "not saved yet");
    cache.markSaved("1", first);
    assert.deepEqual(cache.findUnsaved("1", [event(40), event(41)]), []);
    assert.deepEqual(
      cache.findUnsaved("1", [event(41), event(39)]).map(({ at }) => at),
      [39],
    );
    assert.equal(cache.findUnsaved("2", [event(50)]).length, 1, "another project's session");
  });
});
