import assert from "node:assert/strict";
import { test } from "node:test";
import { openInviteEnvironment } from "../../test/support/test-invite-environment.ts";
import { Problem } from "../lib/problem.ts";
import type { RecentInvite } from "../store/records/invites.ts";
import { createInvites } from "./create-invites.ts";
import { admitInvites, type InviteLimits, UninvitableAddress } from "./invite-limits.ts";
import { deleteInvite, listInvites } from "./invites.ts";

const HOUR = 3_600_000;
const LIMITS: InviteLimits = { perHour: 3, repeatMs: 60_000 };
const NOW = 1_700_000_000_000;
const ALL = { limit: 100, offset: 0 };

/** Returns what an attempt throws: the code or name, and the seconds until a retry. */
function refusal(recent: readonly RecentInvite[], addresses: readonly string[], limits = LIMITS, now = NOW) {
  try {
    admitInvites(recent, addresses, now, limits);
    return null;
  } catch (error) {
    assert.ok(error instanceof Problem || error instanceof UninvitableAddress);
    return [error instanceof Problem ? error.code : error.index, error.retryAfter];
  }
}

test("an hour has its limit, and a list is admitted as a whole", () => {
  const recent = [0, 10, 20].map((minutes) => ({ address: `${minutes}`, at: NOW - HOUR + minutes * 60_000 }));
  assert.equal(refusal(recent, ["a"]), null);
  assert.deepEqual(refusal(recent, ["a", "b"]), ["throttled", 600]);
  assert.deepEqual(refusal(recent, ["a", "b", "c"]), ["throttled", 1200]);
  assert.deepEqual(refusal(recent, ["a", "b", "c", "d"]), ["max_length", undefined]);
  assert.equal(refusal(recent, ["a", "b", "c", "d"], { ...LIMITS, perHour: 0 }), null);
});

test("an address is not invited again for some time", () => {
  const recent = [{ address: "a", at: NOW - 20_000 }];
  assert.deepEqual(refusal(recent, ["b", "a"]), [1, 40]);
  assert.equal(refusal(recent, ["b", "a"], { ...LIMITS, repeatMs: 0 }), null);
  assert.equal(refusal(recent, ["b", "a"], LIMITS, NOW + 40_000), null);
});

test("the list forgets what no limit needs, and times of a wrong clock", () => {
  const recent = [NOW - HOUR, NOW - HOUR + 1, NOW + 2 * HOUR].map((at) => ({ address: `${at}`, at }));
  assert.deepEqual(admitInvites(recent, ["a"], NOW, LIMITS), [recent[1], { address: "a", at: NOW }]);
});

test("deleting an invite does not make room, and a refused list leaves nothing", async (t) => {
  const { ports, organizationId, organization, ada, clock } = await openInviteEnvironment(t);
  const limited = { ...ports, limits: LIMITS };
  const invite = (...names: string[]) => {
    const newInvites = names.map((name) => ({ targetEmail: `${name}@example.com` }));
    return createInvites(ada, organization, newInvites, limited);
  };
  const [first] = await invite("cleo", "dora");
  await deleteInvite(ada, organizationId, first?.id ?? "", ports);
  await assert.rejects(invite("emil", "finn"), { code: "throttled", retryAfter: 3600 });
  await assert.rejects(invite("CLEO"), { index: 0, retryAfter: 60 });
  assert.equal((await listInvites(organizationId, ALL, ports)).count, 1);
  clock.now += 60_000;
  await invite("cleo");
  await assert.rejects(invite("emil"), { code: "throttled", retryAfter: 3540 });
});

test("requests at the same time do not exceed the limit together", async (t) => {
  const { ports, organization, ada } = await openInviteEnvironment(t);
  const limited = { ...ports, limits: LIMITS };
  const attempts = Array.from({ length: 10 }, (_, index) =>
    createInvites(ada, organization, [{ targetEmail: `user${index}@example.com` }], limited),
  );
  const outcomes = await Promise.allSettled(attempts);
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 3);
});
