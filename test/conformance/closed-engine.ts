import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../../src/store/ports/stores.ts";
import { countEvents } from "../support/count-events.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { newSample, SAMPLES } from "./sample-records.ts";
import { collect, newEvent, newPiece } from "./samples.ts";

/** Returns a call of every method of every port, by name, with valid arguments. */
export function callsOf(store: Store): Record<string, () => Promise<unknown>> {
  const { tenants, keys, invites, events, persons, groups, flags, checkpoints, erasures, projectRemovals } = store;
  const { people, records } = store;
  const { library, pieces, flushing, erasure } = store.recordings;
  const uuid = randomUUID();
  const session = { projectId: "1", sessionId: "s" };
  const ofPerson = { projectId: "1", id: uuid };
  const user = { uuid, distinctId: "d", email: "e", firstName: "", isEmailVerified: true, createdAt: 1 };
  const invite = { id: uuid, organizationId: uuid, targetEmail: "e", firstName: "", message: "", createdBy: 1 };
  const sample = newSample("1", "a");
  const times = { createdAt: 1, updatedAt: 1, expiresAt: 1 };
  const owner = { kind: "project", projectId: "1" } as const;
  const key = { id: "k", lookup: "l", hint: "", label: "", createdAt: 1, lastUsedAt: null, ...owner };
  return {
    "tenants.claimFirstSetup": () => tenants.claimFirstSetup(),
    "tenants.addOrganization": () => tenants.addOrganization({ id: uuid, name: "", createdAt: 1 }),
    "tenants.addProject": () => tenants.addProject({ organizationId: uuid, name: "", createdAt: 1 }),
    "tenants.addUser": () => tenants.addUser(user),
    "tenants.addMember": () => tenants.addMember(uuid, 1, "member"),
    "tenants.removeMember": () => tenants.removeMember(uuid, 1),
    "tenants.changeMemberLevel": () => tenants.changeMemberLevel(uuid, 1, "admin"),
    "tenants.changeUserEmail": () => tenants.changeUserEmail(1, "a@b.c"),
    "tenants.removeOrganization": () => tenants.removeOrganization(uuid),
    "tenants.renameOrganization": () => tenants.renameOrganization(uuid, "n"),
    "tenants.renameProject": () => tenants.renameProject("1", "n"),
    "tenants.setEventRetention": () => tenants.setEventRetention("1", 1),
    "tenants.renameUser": () => tenants.renameUser(1, "n"),
    "tenants.listOrganizations": () => tenants.listOrganizations(),
    "tenants.listProjects": () => tenants.listProjects(),
    "tenants.projectsOf": () => tenants.projectsOf(uuid),
    "tenants.findOrganization": () => tenants.findOrganization(uuid),
    "tenants.findProject": () => tenants.findProject("1"),
    "tenants.listMembers": () => tenants.listMembers(uuid),
    "tenants.findUsers": () => tenants.findUsers([1]),
    "tenants.findUserByEmail": () => tenants.findUserByEmail("e"),
    "tenants.hasMemberWithEmail": () => tenants.hasMemberWithEmail(uuid, "e"),
    "tenants.projectOfMember": () => tenants.projectOfMember(1, "1"),
    "tenants.organizationsOf": () => tenants.organizationsOf(1),
    "tenants.organizationOfMember": () => tenants.organizationOfMember(1, uuid),
    "keys.insert": () => keys.insert(key),
    "keys.find": () => keys.find("l"),
    "keys.list": () => keys.list(),
    "keys.listOfUser": () => keys.listOfUser(1),
    "keys.listOfProject": () => keys.listOfProject("1"),
    "keys.recordUses": () => keys.recordUses([{ id: "k", at: 1 }]),
    "keys.revoke": () => keys.revoke("k"),
    "invites.changeRecent": () => invites.changeRecent(uuid, (recent) => recent),
    "invites.insert": () =>
      invites.insert([{ ...invite, ...times, emailingAttemptMade: false, secretHash: null, level: "member" }]),
    "invites.list": () => invites.list(uuid, { limit: 1, offset: 0 }),
    "invites.findBySecret": () => invites.findBySecret("h"),
    "invites.findByAddress": () => invites.findByAddress("e", 1),
    "invites.claim": () => invites.claim("h", 1, 1),
    "invites.release": () => invites.release("h"),
    "invites.markMailed": () => invites.markMailed(uuid, uuid, 1),
    "invites.find": () => invites.find(uuid, uuid),
    "invites.renew": () => invites.renew(uuid, uuid, { secretHash: "h", updatedAt: 1, expiresAt: 2 }),
    "invites.delete": () => invites.delete(uuid, uuid),
    "projectRemovals.begin": () => projectRemovals.begin("1", 1),
    "projectRemovals.find": () => projectRemovals.find("1"),
    "projectRemovals.unconfirmed": () => projectRemovals.unconfirmed(),
    "projectRemovals.removedOf": () => projectRemovals.removedOf(["1"]),
    "projectRemovals.removeData": () => projectRemovals.removeData("1", 1),
    "projectRemovals.advance": () => projectRemovals.advance("1", "removed", 1),
    "records.find": () => records.find(SAMPLES, sample),
    "records.findMany": () => records.findMany(SAMPLES, "owner", [1]),
    "records.list": () => records.list(SAMPLES, {}, { limit: 1, offset: 0 }),
    "records.scan": () => records.scan(SAMPLES, {}, { limit: 1 }),
    "records.scanFields": () => records.scanFields(SAMPLES, {}, ["name"]),
    "records.insert": () => records.insert(SAMPLES, sample),
    "records.put": () => records.put(SAMPLES, sample),
    "records.replace": () => records.replace(SAMPLES, { ...sample, version: "v" }),
    "records.change": () => records.change(SAMPLES, sample, () => sample),
    "records.delete": () => records.delete(SAMPLES, sample),
    "events.insert": () => events.insert([newEvent("1")]),
    "events.latest": () => events.latest("1", {}, 1),
    "events.knownUuids": () => events.knownUuids("1", [uuid]),
    "events.follow": () => events.follow("1", {}),
    "events.delete": () => events.delete("1", {}, 1),
    "events.newest": () => events.newest("1", {}, null, { events: 1, bytes: 1 }),
    "events.settled": () => events.settled(null, 1),
    "events.stored": () => collect(events.stored({ after: null })),
    "events.storedLines": () => collect(events.storedLines({ after: null })),
    "events.leavable": () => events.leavable({ after: null, until: "1".repeat(24) }, 1, 1),
    "events.leave": () => events.leave([{ projectId: "1", uuid, timestamp: 1, receivedAt: 1, token: "1".repeat(24) }]),
    "events.erase": () => events.erase("1", [uuid]),
    "persons.find": () => persons.find("1", ["d"]),
    "persons.findRefs": () => persons.findRefs("1", ["d"]),
    "persons.list": () => persons.list("1", { limit: 1, offset: 0 }),
    "persons.mergedUuids": () => persons.mergedUuids("1", uuid, 1),
    "flags.identifiersOf": () => flags.identifiersOf("1", uuid),
    "persons.findByUuid": () => persons.findByUuid("1", uuid),
    "persons.summarize": () => persons.summarize("1", ["d"]),
    "persons.ensure": () => persons.ensure("1", [{ distinctId: "d", at: 1 }]),
    "persons.update": () => persons.update("1", [{ uuid, changes: [], identify: true }]),
    "persons.merge": () => persons.merge("1", uuid, randomUUID()),
    "persons.distinctIds": () => persons.distinctIds("1", uuid, 1),
    "persons.firstDistinctIds": () => persons.firstDistinctIds("1", [uuid], 1),
    "persons.erase": () => persons.erase("1", [uuid]),
    "people.persons": () => collect(people.persons("1")),
    "people.distinctIds": () => collect(people.distinctIds("1")),
    "people.groups": () => collect(people.groups("1")),
    "groups.types": () => groups.types("1"),
    "groups.registerTypes": () => groups.registerTypes("1", ["t"]),
    "groups.update": () => groups.update("1", [{ type: "t", key: "k", changes: [], at: 1 }]),
    "groups.find": () => groups.find("1", [{ type: "t", key: "k" }]),
    "flags.list": () => flags.list("1"),
    "flags.versions": () => flags.versions("1"),
    "flags.read": () => flags.read("1", [1]),
    "flags.find": () => flags.find("1", 1),
    "flags.change": () => flags.change("1", "f", () => null),
    "flags.remove": () => flags.remove("1", "f"),
    "flags.removeDeleted": () => flags.removeDeleted("1", 1),
    "flags.keepIdentifiers": () => flags.keepIdentifiers("1", uuid, ["f"], "d"),
    "pieces.append": () => pieces.append("1", [newPiece("s")]),
    "pieces.keepChunk": () =>
      pieces.keepChunk("1", { sessionId: "s", snapshot: uuid, number: 0, receivedAt: 1, event: "{}" }),
    "pieces.chunks": () => pieces.chunks({ ...session, snapshot: uuid }),
    "pieces.dropChunks": () => pieces.dropChunks({ ...session, snapshot: uuid }),
    "pieces.dropUnrecorded": () => pieces.dropUnrecorded("1", ["s"]),
    "pieces.staleChunks": () => pieces.staleChunks(1, 1),
    "pieces.saveProperties": () => pieces.saveProperties("1", [{ sessionId: "s", at: 1, checkAt: 2, properties: {} }]),
    "pieces.checkProperties": () => pieces.checkProperties(1, 2, 1),
    "library.list": () => library.list("1", { limit: 1, offset: 0 }),
    "library.listAfter": () => library.listAfter("1", {}, null, 1),
    "library.find": () => library.find("1", ["s"]),
    "library.properties": () => library.properties("1", ["s"]),
    "pieces.unflushed": () => collect(pieces.unflushed("1", "s")),
    "pieces.files": () => pieces.files("1", "s"),
    "library.markViewed": () => library.markViewed("1", "s", 1, 1),
    "library.pin": () => library.pin("1", "s", 1, true),
    "library.pinned": () => library.pinned("1", ["s"], 1),
    "library.viewed": () => library.viewed("1", ["s"], 1),
    "flushing.due": () => flushing.due(1, 1, 1, 1),
    "flushing.claim": () => flushing.claim(session, "o", 2, 1),
    "flushing.release": () => flushing.release(session, "o"),
    "flushing.beginFile": () => flushing.beginFile(session, "p/"),
    "flushing.piecesOfOpenFile": () => collect(flushing.piecesOfOpenFile(session, "p/1-1")),
    "flushing.finishFile": () => flushing.finishFile(session, { key: "p/1-1", firstMs: 1, lastMs: 1, bytes: 1 }),
    "erasure.erase": () => erasure.erase("1", "s", 1),
    "flushing.waitingSince": () => flushing.waitingSince(),
    "erasure.erased": () => erasure.erased("1", ["s"]),
    "erasure.expired": () => erasure.expired(1, 1),
    "erasure.erasures": () => erasure.erasures(1),
    "erasure.forget": () => erasure.forget("1", ["s"]),
    "erasure.forgetFiles": () => erasure.forgetFiles(session, ["p/1-1"]),
    "checkpoints.find": () => checkpoints.find("j", "1"),
    "checkpoints.highestGroup": () => checkpoints.highestGroup("j"),
    "checkpoints.advance": () => checkpoints.advance("j", "1", { group: 1, index: 0 }),
    "erasures.insert": () => erasures.insert({ ...ofPerson, requestedAt: 1, stage: "collecting", completedAt: null }),
    "erasures.find": () => erasures.find(ofPerson),
    "erasures.list": () => erasures.list("1", { limit: 1, offset: 0 }),
    "erasures.unfinished": () => erasures.unfinished(),
    "erasures.advance": () => erasures.advance(ofPerson, "detaching", 1),
    "erasures.claim": () => erasures.claim(ofPerson, "o", 2, 1),
    "erasures.addItems": () => erasures.addItems(ofPerson, "distinct_id", ["d"]),
    "erasures.items": () => erasures.items(ofPerson, "distinct_id"),
    "erasures.removeItems": () => erasures.removeItems(ofPerson),
    "erasures.matching": () => erasures.matching("1", ["d"]),
    "erasures.reportNode": () => erasures.reportNode({ id: "n", name: "n", seenAt: 1 }),
    "erasures.nodes": () => erasures.nodes(),
    "erasures.removeNode": () => erasures.removeNode("n"),
    "erasures.forgetNode": () => erasures.forgetNode("n", 1, 1),
    "erasures.forgottenAt": () => erasures.forgottenAt("n"),
    "erasures.scrub": () => erasures.scrub(AbortSignal.timeout(1000)),
    transaction: () => store.transaction((ports) => countEvents(ports.events, "1", {})),
    check: () => store.check(),
    size: () => store.size(),
  };
}

/** Tests that a closed engine is unavailable in every method. */
export function describeClosedEngine(engine: Engine<Store>): void {
  describe(`${engine.name}: closed engine`, () => {
    const store = testStore(engine);

    test("answers before it is closed", async () => {
      await store.connection.check();
      assert.ok((await store.connection.size()) > 0);
    });

    test("rejects every call", async () => {
      const connection = await store.connect();
      await connection.close();
      await connection.close();
      for (const [name, call] of Object.entries(callsOf(connection))) {
        await assert.rejects(call(), { name: "StoreUnavailable" }, name);
      }
    });

    test("is tested with every method", () => {
      const {
        id: _id,
        check: _check,
        close: _close,
        size: _size,
        transaction: _transaction,
        recordings,
        ...ports
      } = store.connection;
      const names = Object.entries({ ...ports, ...recordings }).flatMap(([port, methods]) =>
        Object.keys(methods).map((name) => `${port}.${name}`),
      );
      assert.deepEqual(
        Object.keys(callsOf(store.connection)).toSorted(),
        [...names, "check", "size", "transaction"].toSorted(),
      );
    });
  });
}
