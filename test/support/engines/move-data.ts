import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { propertyMap } from "../../../src/lib/json/json.ts";
import type { FileStore, Store } from "../../../src/store/ports/stores.ts";
import { INSIGHTS } from "../../../src/store/records/saved-kinds.ts";
import { type SetupResult, setUp } from "../../../src/tenants/setup.ts";
import { contentAfter, putFlags } from "../../conformance/put-flags.ts";
import {
  AWKWARD_PROPERTIES,
  AWKWARD_TEXTS,
  collect,
  emptySummary,
  newEvent,
  newPiece,
  storedEvents,
} from "../../conformance/samples.ts";
import { attach } from "../test-people.ts";

const LONG = "é".repeat(400);
const SESSIONS = ["a/b#c", LONG, "open", "two files", "begun", "erased"];
const DATA = JSON.stringify(`half \ud800 ${"x".repeat(3000)}`);

/** Fills a store with every kind of data, in awkward forms. Returns how its two projects were set up. */
export async function fillForMove(store: Store, { files }: FileStore): Promise<SetupResult[]> {
  const setups: SetupResult[] = [];
  for (const name of ["one", "two"]) {
    const emails = { email: `${name}@Example.com`, member: `${name}-member@example.com` };
    const setup = await setUp(store, { organization: name, ...emails });
    setups.push(setup);
    const { project, organization, owner, member } = setup;
    await store.tenants.changeMemberLevel(organization.id, member?.user.id ?? 0, "admin");
    await store.tenants.setEventRetention(project.id, name === "one" ? 0 : null);
    const invites = [1, 2, 3].map((number) => ({
      ...{ id: randomUUID(), organizationId: organization.id, targetEmail: `${number}@${name}.example.com` },
      ...{ firstName: "\u{1f600}", message: "", level: "member" as const, emailingAttemptMade: number === 2 },
      ...{ createdBy: owner.user.id, createdAt: 5, updatedAt: 6, expiresAt: 1e13, secretHash: randomUUID() },
    }));
    await store.invites.insert(invites.slice(0, 2));
    await store.invites.insert(invites.slice(2));
    await store.invites.changeRecent(organization.id, () => [{ address: "hash", at: 7 }]);
    await fillProject(store, files, project.id, owner.user.id);
  }
  const removed = await store.tenants.addProject({ organizationId: "none", name: "removed", createdAt: 1 });
  await store.projectRemovals.begin(removed.id, 9);
  await store.projectRemovals.advance(removed.id, "confirmed", 10);
  return setups;
}

async function fillProject(store: Store, files: FileStore["files"], project: string, user: number): Promise<void> {
  const events = AWKWARD_TEXTS.map((event, index) =>
    newEvent(project, { event, distinctId: event, timestamp: index % 7, properties: `{"1":1.0,"b":1e3,"n":${index}}` }),
  );
  await store.events.insert(events.slice(0, 9));
  await store.events.insert(events.slice(9));
  await fillPeople(store, project);
  await putFlags(
    store.flags,
    project,
    ["k", "gone", "é"].map((key) => ({ key, definition: flagJson(key), updatedAt: 7 })),
  );
  await store.flags.change(project, "gone", (flag) => ({ ...contentAfter(flag), ...OLD, deleted: true }));
  await putFlags(store.flags, project, [{ key: "removed", definition: "{}", updatedAt: 8 }]);
  await store.flags.remove(project, "removed");
  await store.checkpoints.advance("journal", project, { group: 7, index: 3 });
  const erasure = {
    id: randomUUID(),
    projectId: project,
    requestedAt: 5,
    stage: "collecting",
    completedAt: null,
  } as const;
  await store.erasures.insert(erasure);
  await store.erasures.advance(erasure, "completed", 9);
  const saved = { description: "", revision: 1, createdAt: 1, createdBy: user, updatedAt: 1, updatedBy: user };
  const insight = { projectId: project, shortId: "i", name: "nul \0 \uffff", query: DATA, variables: "[]" };
  await store.records.insert(INSIGHTS, { ...saved, ...insight });
  await fillRecordings(store, files, project, user);
}

/** With spaces, which must stay. */
function flagJson(key: string): string {
  const groups = [{ properties: [], rollout_percentage: 100 }];
  const flag = { key, name: "\u{1f600}", active: true, ensure_experience_continuity: key === "k", filters: { groups } };
  return JSON.stringify(flag, null, 1);
}

const OLD = { definition: flagJson("gone"), updatedAt: 9 };

async function fillPeople({ persons, groups, flags }: Store, project: string): Promise<void> {
  const wanted = AWKWARD_TEXTS.map((distinctId, index) => ({ distinctId, at: index }));
  const found = [...(await persons.ensure(project, wanted)).values()];
  const [first, second, third, fourth] = found.map(({ uuid }) => uuid) as [string, string, string, string];
  const changes = [{ set: propertyMap([...Object.entries(AWKWARD_PROPERTIES), ["email", "Ada@Example.com"]]) }];
  await persons.update(project, [{ uuid: first, changes, identify: true }]);
  await flags.keepIdentifiers(project, second, ["k"], "fixed");
  for (const number of [1, 2, 3]) await attach(persons, project, `${number} of third`, third);
  await persons.merge(project, first, second);
  await persons.merge(project, fourth, third); // which has more distinct ids
  await persons.erase(project, [found.at(-1)?.uuid ?? ""]);
  await groups.registerTypes(project, ["company", "\u{1f600}"]);
  await groups.update(project, [{ type: "company", key: "a/b", changes: [{ set: { n: 1e21 } }], at: 4 }]);
}

async function fillRecordings(store: Store, files: FileStore["files"], project: string, user: number): Promise<void> {
  const { pieces, flushing, library, erasure } = store.recordings;
  for (const [index, sessionId] of SESSIONS.entries()) {
    const session = { projectId: project, sessionId };
    const activity = [{ hour: 0, next: null, stretches: [[1, 5]] }] as const;
    const content = { data: DATA, activity, receivedAt: Date.now() };
    const append = (at: number) =>
      pieces.append(
        project,
        [1, 2].map(() => newPiece(sessionId, { ...content, summary: emptySummary(at + 0.5, at + 2) })),
      );
    await append(index);
    await pieces.saveProperties(project, [{ sessionId, at: 1, checkAt: 9, properties: AWKWARD_PROPERTIES }]);
    for (let count = sessionId === "two files" ? 2 : sessionId === "open" ? 0 : 1; count > 0; count--) {
      const file = await flushing.beginFile(session, `session_recordings/project_id/${project}/${index}/`);
      if (!file) throw new Error("There is nothing to flush.");
      if (sessionId === "begun") break;
      const line = JSON.stringify({ window_id: sessionId, data: [{ type: 4, timestamp: index, data: {} }] });
      const bytes = await files.put(file.key, Readable.from([gzipSync(`${line}\n`)]));
      await flushing.finishFile(session, { ...file, bytes });
      if (sessionId !== LONG) await append(index); // the same times again
    }
    await library.markViewed(project, sessionId, user, 3);
    if (index < 2) await library.pin(project, sessionId, user, true);
  }
  await pieces.saveProperties(project, [{ sessionId: "unrecorded", at: 1, checkAt: 9, properties: {} }]);
  await pieces.keepChunk(project, { sessionId: "open", snapshot: randomUUID(), number: 1, receivedAt: 4, event: DATA });
  await erasure.erase(project, "erased", 11);
}

/** Returns all that a store has, as its ports return it. */
export async function readAll(store: Store, { files }: FileStore): Promise<object> {
  const { tenants, invites, events, persons, groups, flags, recordings, erasures, keys } = store;
  const organizations = await tenants.listOrganizations();
  const page = { limit: 1000, offset: 0 };
  const projects = await tenants.listProjects();
  const perProject = projects.map(async ({ id }) => {
    const { items: people } = await persons.list(id, page);
    const sorted = people.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)); // those of one time have no certain order
    const sessions = await recordings.library.list(id, page);
    const [user = 0] = (await tenants.findUsers([1, 2, 3, 4])).map((found) => found.id);
    const files_ = await Promise.all(SESSIONS.map((session) => recordings.pieces.files(id, session)));
    return {
      scanned: new Set((await storedEvents(events, id)).map((event) => JSON.stringify(event))),
      stored: (await collect(events.stored({ projectId: id, after: null }))).map(({ uuid }) => uuid),
      people: sorted,
      distinctIds: await persons.firstDistinctIds(
        id,
        sorted.map(({ uuid }) => uuid),
        100,
      ),
      merged: await Promise.all(sorted.map(async ({ uuid }) => (await persons.mergedUuids(id, uuid, 100)).toSorted())),
      byEmail: (await persons.list(id, page, { email: "ADA@example.com" })).items.map(({ uuid }) => uuid),
      identifiers: await Promise.all(sorted.map(({ uuid }) => flags.identifiersOf(id, uuid))),
      groupTypes: await groups.types(id),
      groups: await groups.find(id, [{ type: "company", key: "a/b" }]),
      flags: await flags.list(id),
      deleted: await flags.find(id, 2),
      erasures: await erasures.list(id, page),
      position: await store.checkpoints.find("journal", id),
      sessions,
      properties: await recordings.library.properties(id, SESSIONS),
      viewed: await recordings.library.viewed(id, SESSIONS, user),
      pinned: await recordings.library.pinned(id, SESSIONS, user),
      unflushed: await Promise.all(SESSIONS.map((session) => collect(recordings.pieces.unflushed(id, session)))),
      chunks: await recordings.pieces.staleChunks(1e13, 10),
      files: files_,
      contents: await Promise.all(files_.flat().map(async ({ key }) => textOf(files, key))),
      erased: await recordings.erasure.erased(id, SESSIONS),
      insights: await store.records.scan(INSIGHTS, { where: { projectId: id } }, { limit: 10 }),
    };
  });
  return {
    organizations,
    projects,
    removed: await store.projectRemovals.removedOf(["1", "2", "3", "4"]),
    members: await Promise.all(organizations.map(({ id }) => tenants.listMembers(id))),
    invites: await Promise.all(organizations.map(({ id }) => invites.list(id, page))),
    keys: (await keys.list()).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    perProject: await Promise.all(perProject),
  };
}

async function textOf(files: FileStore["files"], key: string): Promise<string | null> {
  const found = await files.get(key);
  return found && (await buffer(found.stream)).toString();
}
