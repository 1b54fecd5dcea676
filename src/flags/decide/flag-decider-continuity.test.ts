import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openDecider } from "../../../test/support/test-flag-decider.ts";
import { personEvent } from "../../../test/support/test-people.ts";
import type { FlagValue } from "./outcome.ts";

const half = { groups: [{ rollout_percentage: 50 }] };

/** Returns an id inside and one outside a rollout to 50 %. */
async function pickIds(value: (key: string, distinctId: string) => Promise<FlagValue | undefined>) {
  const ids = Array.from({ length: 50 }, (_, number) => `id ${number}`);
  const values = await Promise.all(ids.map((id) => value("half", id)));
  const pick = (value: boolean) => ids[values.indexOf(value)] ?? assert.fail("all ids have the same value");
  return { inside: pick(true), outside: pick(false) };
}

async function openContinuity(context: TestContext) {
  const environment = await openDecider(context);
  await environment.put({ half });
  const ids = await pickIds(environment.value);
  await environment.put({ half }, { ensure_experience_continuity: true });
  environment.clock.now += 5000;
  const identify = (distinctId: string, $anon_distinct_id: string) =>
    personEvent("$identify", distinctId, { $anon_distinct_id });
  return { ...environment, anonymous: ids.inside, user: ids.outside, identify };
}

test("a user keeps the value of the anonymous visitor", async (context) => {
  const { applyEvents, value, anonymous, user, identify } = await openContinuity(context);
  await applyEvents(personEvent("a", anonymous));
  assert.equal(await value("half", anonymous), true);
  await applyEvents(identify(user, anonymous));
  assert.equal(await value("half", user), true);
  assert.equal(await value("half", user, { anonymousId: "another device" }), true);
});

test("the anonymous id of the request counts before any event is stored", async (context) => {
  const { applyEvents, value, anonymous, user, identify } = await openContinuity(context);
  assert.equal(await value("half", anonymous), true);
  assert.equal(await value("half", user, { anonymousId: anonymous }), true);
  await applyEvents(personEvent("a", anonymous));
  assert.equal(await value("half", user, { anonymousId: anonymous }), true);
  await applyEvents(identify(user, anonymous));
  assert.equal(await value("half", user), true);
});

test("a known user without a value keeps that of the anonymous visitor", async (context) => {
  const { applyEvents, value, anonymous, user, identify } = await openContinuity(context);
  await applyEvents(personEvent("a", user), personEvent("a", anonymous));
  assert.equal(await value("half", user, { anonymousId: anonymous }), true);
  await applyEvents(identify(user, anonymous));
  assert.equal(await value("half", user), true);
});

test("a merge gives the user the value decided for the anonymous visitor", async (context) => {
  const { applyEvents, value, anonymous, user, identify } = await openContinuity(context);
  await applyEvents(personEvent("a", user), personEvent("a", anonymous));
  assert.equal(await value("half", anonymous), true);
  await applyEvents(identify(user, anonymous));
  assert.equal(await value("half", user), true);
  assert.equal(await value("half", anonymous), true);
});

test("a user with a value keeps it after a merge with an anonymous visitor", async (context) => {
  const { applyEvents, value, anonymous, user, identify } = await openContinuity(context);
  await applyEvents(personEvent("a", user), personEvent("a", anonymous));
  assert.equal(await value("half", user), false);
  assert.equal(await value("half", anonymous), true);
  assert.equal(await value("half", user, { anonymousId: anonymous }), false);
  await applyEvents(identify(user, anonymous));
  assert.equal(await value("half", user, { anonymousId: anonymous }), false);
  assert.equal(await value("half", anonymous), false, "they are one person now");
});

test("a flag without continuity uses the distinct id of the request", async (context) => {
  const { put, clock, applyEvents, value, anonymous, user, identify } = await openContinuity(context);
  await put({ half });
  clock.now += 5000;
  await applyEvents(identify(user, anonymous));
  assert.deepEqual(
    [await value("half", anonymous), await value("half", user, { anonymousId: anonymous })],
    [true, false],
  );
});
