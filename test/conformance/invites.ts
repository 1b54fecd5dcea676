import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../../src/store/ports/stores.ts";
import type { Invite, RecentInvite } from "../../src/store/records/invites.ts";
import { type Engine, testStore } from "./engine-suites.ts";

function newInvite(organizationId: string, createdAt: number, parts: Partial<Invite> = {}): Invite {
  const texts = { targetEmail: "new@example.com", firstName: "", message: "" };
  const common = { id: randomUUID(), ...texts, level: "member" as const };
  const times = { createdAt, updatedAt: createdAt, expiresAt: createdAt + 1 };
  return { organizationId, ...common, emailingAttemptMade: false, secretHash: null, createdBy: 1, ...times, ...parts };
}

/** Tests what the port guarantees. */
export function describeInvites(engine: Engine<Store>): void {
  describe(`${engine.name}: invites`, () => {
    const store = testStore(engine);
    const invites = () => store.connection.invites;

    const all = { limit: 100, offset: 0 };

    test("are listed newest first, those of one insert in the order given", async () => {
      const organization = randomUUID();
      const [old, middle, young] = [100, 200, 300].map((createdAt) =>
        Array.from({ length: 20 }, () => newInvite(organization, createdAt)),
      );
      assert.ok(old && middle && young);
      await invites().insert(middle);
      await invites().insert(old);
      await invites().insert(young);
      const expected = [...young, ...middle, ...old];
      assert.deepEqual(await invites().list(organization, all), { count: 60, items: expected });
      const page = await invites().list(organization, { limit: 3, offset: 19 });
      assert.deepEqual(page, { count: 60, items: expected.slice(19, 22) });
      assert.deepEqual(await invites().list(organization, { limit: 3, offset: 60 }), { count: 60, items: [] });
      assert.deepEqual(await invites().list(randomUUID(), all), { count: 0, items: [] });
    });

    test("are stored once when the insert is repeated", async () => {
      const organization = randomUUID();
      const both = [newInvite(organization, 1), newInvite(organization, 1)];
      await invites().insert(both);
      await invites().insert(both);
      assert.deepEqual(await invites().list(organization, all), { count: 2, items: both });
    });

    test("are found by address in any case, those of all organizations, until they expire", async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      const address = `a.b+\u00fc\u0436${randomUUID()}$*@example.com`;
      const to = (targetEmail: string, parts: Partial<Invite> = {}) => ({ targetEmail, expiresAt: 1000, ...parts });
      const young = newInvite(one, 300, to(address.toUpperCase()));
      const old = newInvite(other, 200, to(address));
      await invites().insert([
        young,
        newInvite(one, 300, to(`x${address}`)),
        newInvite(one, 300, to(address.replace(".", "x"))),
      ]);
      await invites().insert([newInvite(other, 200, to(address, { expiresAt: 500 })), old]);
      assert.deepEqual(await invites().findByAddress(address, 500), [old, young]);
      assert.deepEqual(await invites().findByAddress(`${address}x`, 500), []);
    });

    test("store texts verbatim", async () => {
      const organization = randomUUID();
      const texts = {
        targetEmail: "\u{1f600}@example.com",
        firstName: "__proto__",
        message: "a\r\n'\"$set ".repeat(1000),
      };
      const invite = newInvite(organization, 1, { ...texts, emailingAttemptMade: true, createdBy: 7, level: "admin" });
      await invites().insert([invite]);
      assert.deepEqual((await invites().list(organization, all)).items, [invite]);
    });

    test("are marked as mailed within the organization", async () => {
      const organization = randomUUID();
      const [mailed, other] = [newInvite(organization, 2), newInvite(organization, 1)];
      await invites().insert([mailed, other]);
      await invites().markMailed(randomUUID(), other.id, 50);
      await invites().markMailed(organization, mailed.id, 60);
      await invites().markMailed(organization, randomUUID(), 60);
      const expected = [{ ...mailed, emailingAttemptMade: true, updatedAt: 60 }, other];
      assert.deepEqual((await invites().list(organization, all)).items, expected);
    });

    test("have a list of recent ones that concurrent changes do not lose", async () => {
      const [organization, other] = [randomUUID(), randomUUID()];
      const add = (at: number) => invites().changeRecent(organization, (recent) => [...recent, { address: "a", at }]);
      await Promise.all(Array.from({ length: 10 }, (_, at) => add(at)));
      let seen: readonly RecentInvite[] = [];
      await invites().changeRecent(organization, (recent) => {
        seen = recent;
        return [];
      });
      assert.deepEqual(seen.map(({ at }) => at).toSorted(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      await add(10);
      const refusal = new Error("refused");
      const refuse = invites().changeRecent(organization, (recent) => {
        assert.deepEqual(recent, [{ address: "a", at: 10 }]);
        throw refusal;
      });
      await assert.rejects(refuse, refusal);
      await invites().changeRecent(other, (recent) => {
        assert.deepEqual(recent, []);
        return recent;
      });
    });

    test("are claimed by their secret, by one of several callers, until the claim ends", async () => {
      const organization = randomUUID();
      const [hash, otherHash] = [randomUUID(), randomUUID()];
      const invite = newInvite(organization, 100, { secretHash: hash, expiresAt: 1000 });
      const other = newInvite(organization, 100, { secretHash: otherHash, expiresAt: 1000 });
      await invites().insert([newInvite(organization, 100), other, invite]);
      assert.deepEqual(await invites().findBySecret(hash), invite);
      assert.equal(await invites().findBySecret(randomUUID()), null);
      assert.equal(await invites().claim(randomUUID(), 200, 50), null);
      const { invites: elsewhere } = await store.connect();
      const calls = [invites(), elsewhere, invites(), elsewhere].map((port) => port.claim(hash, 200, 50));
      const claims = (await Promise.all(calls)).filter((claimed) => claimed !== null);
      assert.deepEqual(claims, [invite]);
      assert.deepEqual(await invites().claim(otherHash, 200, 50), other);
      assert.equal(await invites().claim(hash, 249, 50), null);
      assert.deepEqual(await invites().claim(hash, 250, 50), invite);
      await invites().release(hash);
      assert.deepEqual(await invites().claim(hash, 251, 50), invite);
      await invites().release(hash);
      assert.equal(await invites().claim(hash, 1000, 50), null, "expired");
      assert.deepEqual(await invites().findBySecret(hash), invite);
      await invites().markMailed(organization, invite.id, 300);
      assert.equal((await invites().findBySecret(hash))?.updatedAt, 300);
      await invites().delete(organization, invite.id);
      assert.equal(await invites().findBySecret(hash), null);
      assert.equal(await invites().claim(hash, 200, 50), null);
      await invites().release(hash);
    });

    test("are claimed once, also if the first caller deletes them at once", async () => {
      const { invites: elsewhere } = await store.connect();
      for (let round = 0; round < 5; round++) {
        const organization = randomUUID();
        const secretHash = randomUUID();
        await invites().insert([newInvite(organization, 100, { secretHash, expiresAt: 1000 })]);
        const claims = [invites(), elsewhere, invites(), elsewhere, invites(), elsewhere].map(async (port) => {
          const claimed = await port.claim(secretHash, 200, 50);
          if (claimed) await port.delete(organization, claimed.id);
          return claimed !== null;
        });
        assert.equal((await Promise.all(claims)).filter(Boolean).length, 1);
      }
    });

    test("get another secret and a new end of their validity within the organization", async () => {
      const organization = randomUUID();
      const [first, second] = [randomUUID(), randomUUID()];
      const invite = newInvite(organization, 100, { secretHash: first, emailingAttemptMade: true });
      const other = newInvite(organization, 100, { secretHash: randomUUID() });
      await invites().insert([invite, other]);
      assert.deepEqual(await invites().find(organization, invite.id), invite);
      for (const [id, inviteId] of [
        [randomUUID(), invite.id],
        [organization, randomUUID()],
      ] as const) {
        assert.equal(await invites().find(id, inviteId), null);
        const renewal = { secretHash: randomUUID(), updatedAt: 400, expiresAt: 500 };
        assert.equal(await invites().renew(id, inviteId, renewal), null);
      }
      const renewal = { secretHash: second, updatedAt: 400, expiresAt: 500 };
      const renewed = { ...invite, ...renewal, emailingAttemptMade: false };
      assert.deepEqual(await invites().renew(organization, invite.id, renewal), renewed);
      assert.deepEqual((await invites().list(organization, all)).items, [renewed, other]);
      assert.equal(await invites().claim(first, 450, 10), null);
      assert.deepEqual(await invites().claim(second, 450, 10), renewed);
    });

    test("are removed within the organization", async () => {
      const organization = randomUUID();
      const invite = newInvite(organization, 1);
      await invites().insert([invite]);
      assert.equal(await invites().delete(randomUUID(), invite.id), false);
      assert.equal(await invites().delete(organization, randomUUID()), false);
      assert.equal(await invites().delete(organization, invite.id), true);
      assert.equal(await invites().delete(organization, invite.id), false);
      assert.deepEqual(await invites().list(organization, all), { count: 0, items: [] });
    });
  });
}
