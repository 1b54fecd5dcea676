import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { SESSIONS, SIGN_IN_LINKS } from "../../store/records/sign-in-kinds.ts";
import { setUp } from "../setup.ts";
import { newSignInToken, redeemSignInToken } from "./links.ts";
import { sessionsOf } from "./sessions.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const details = { userAgent: "x".repeat(5000), signedInWith: "link" };

async function openSessions(t: TestContext) {
  const { store } = await openTestStore(t);
  const { owner } = await setUp(store, {});
  const clock = { now: 1_700_000_000_000 };
  const sessions = sessionsOf({ ...store, now: () => clock.now, idleSeconds: 2 * 24 * 3600 });
  return { ...store, userId: owner.user.id, clock, sessions };
}

test("a link works once, for ten minutes, and only its hash is stored", async (t) => {
  const { records, userId, clock } = await openSessions(t);
  const [first, second] = [
    await newSignInToken(userId, clock.now, records),
    await newSignInToken(userId, clock.now, records),
  ];
  const stored = await records.scan(SIGN_IN_LINKS, { where: { userId } }, { limit: 10 });
  assert.ok(stored.length === 2 && !JSON.stringify(stored).includes(first.slice(4)));
  clock.now += 10 * MINUTE_MS - 1;
  assert.equal(await redeemSignInToken(first, clock.now, records), userId);
  assert.equal(await redeemSignInToken(first, clock.now, records), null);
  clock.now += 1;
  assert.equal(await redeemSignInToken(second, clock.now, records), null);
  assert.equal(await redeemSignInToken(stored[0]?.hash ?? "", clock.now, records), null);
});

test("a session lasts as long as it is used, and expired ones are removed", async (t) => {
  const { records, userId, clock, sessions } = await openSessions(t);
  const begun = (await sessions.begin(userId, details)) ?? assert.fail();
  assert.equal(begun.session.userAgent.length, 300);
  assert.equal(await sessions.find(begun.session.hash), null);
  for (let day = 0; day < 5; day++) {
    clock.now += DAY_MS;
    assert.equal((await sessions.find(begun.secret))?.id, begun.session.id);
  }
  clock.now += 2 * DAY_MS;
  assert.equal(await sessions.find(begun.secret), null);
  assert.deepEqual(await sessions.listOfUser(userId), []);
  clock.now += 1;
  await sessions.begin(userId, details);
  assert.equal((await records.scan(SESSIONS, { where: { userId } }, { limit: 10 })).length, 1);
});
