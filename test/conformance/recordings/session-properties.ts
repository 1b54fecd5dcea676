import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Store } from "../../../src/store/ports/stores.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { newPiece, newProject } from "../samples.ts";

/** Tests when an engine drops the properties of sessions. */
export function describeSessionProperties(engine: Engine<Store>): void {
  describe(`${engine.name}: properties of sessions`, () => {
    const store = testStore(engine);
    const pieces = () => store.connection.recordings.pieces;
    const save = (project: string, sessionId: string, checkAt: number, at = 1) =>
      pieces().saveProperties(project, [{ sessionId, at, checkAt, properties: { at } }]);
    const check = (now: number, limit = 10) => pieces().checkProperties(now, now + 1000, limit);
    const sessionsWithProperties = async (project: string, ...sessionIds: string[]) => {
      const saved = await store.connection.recordings.library.properties(project, sessionIds);
      return sessionIds.filter((sessionId) => saved.has(sessionId));
    };

    test("are dropped when they are due, unless the session was recorded", async () => {
      const project = newProject();
      for (const session of ["before", "after", "never", "later"]) {
        if (session === "before") await pieces().append(project, [newPiece(session)]);
        await save(project, session, session === "later" ? 200 : 100);
        if (session === "after") await pieces().append(project, [newPiece(session)]);
      }
      await save(newProject(), "before", 100);
      assert.equal(await check(99), 0);
      assert.equal(await check(100), 4);
      const all = ["before", "after", "never", "later"];
      assert.deepEqual(await sessionsWithProperties(project, ...all), ["before", "after", "later"]);
      assert.equal(await check(150), 0, "recorded sessions are never due again");
      assert.equal(await check(200), 1);
      assert.deepEqual(await sessionsWithProperties(project, ...all), ["before", "after"]);
    });

    test("are dropped in batches, those due longest first", async () => {
      const project = newProject();
      const sessions = Array.from({ length: 7 }, (_, index) => `s${index}`);
      for (const [index, session] of sessions.entries()) await save(project, session, 900 - index);
      assert.equal(await check(1000, 3), 3);
      assert.deepEqual(await sessionsWithProperties(project, ...sessions), ["s0", "s1", "s2", "s3"]);
      assert.deepEqual([await check(1000, 3), await check(1000, 3), await check(1000, 3)], [3, 1, 0]);
      assert.deepEqual(await sessionsWithProperties(project, ...sessions), []);
    });

    test("earlier ones do not delay the check, and dropped ones can be saved again", async () => {
      const project = newProject();
      await save(project, "s", 100, 2);
      await save(project, "s", 500, 1);
      assert.equal(await check(100), 1);
      assert.deepEqual(await sessionsWithProperties(project, "s"), []);
      await save(project, "s", 600, 3);
      assert.deepEqual(await sessionsWithProperties(project, "s"), ["s"]);
    });

    test("of an erased recording are gone, and stay away", async () => {
      const project = newProject();
      await pieces().append(project, [newPiece("s")]);
      await save(project, "s", 100);
      await check(1000);
      await store.connection.recordings.erasure.erase(project, "s", 1);
      await save(project, "s", 100);
      assert.deepEqual(await sessionsWithProperties(project, "s"), []);
      assert.equal(await check(1000), 0);
    });
  });
}
