import { randomUUID } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../../src/lib/threads/channel.ts";
import type { MergeResult } from "../../src/store/ports/persons.ts";
import type { SnapshotPiece } from "../../src/store/ports/recordings.ts";
import type { Store } from "../../src/store/ports/stores.ts";
import { attach } from "../support/test-people.ts";
import { STORE_ENGINES } from "./tested-engines.ts";

/** Calls that a thread with its own connection makes in a race against others. */
export interface Racer {
  setUp(): Promise<boolean>;
  addProjects(count: number): Promise<string[]>;
  addUser(email: string): Promise<number>;
  insertEvents(projectId: string, uuids: readonly string[]): Promise<number>;
  ensure(projectId: string, distinctIds: readonly string[]): Promise<string[]>;
  attach(projectId: string, distinctIds: readonly string[], uuid: string): Promise<string[]>;
  setProperties(projectId: string, uuid: string, keys: readonly string[]): Promise<void>;
  merge(projectId: string, pairs: readonly (readonly [into: string, from: string])[]): Promise<MergeResult[]>;
  registerTypes(projectId: string, types: readonly string[]): Promise<void>;
  setGroupProperties(projectId: string, keys: readonly string[]): Promise<void>;
  keepIdentifiers(projectId: string, person: string, flagKeys: readonly string[]): Promise<string[]>;
  append(projectId: string, pieces: readonly SnapshotPiece[]): Promise<void>;
  claim(projectId: string, sessionIds: readonly string[]): Promise<MergeResult[]>;
  beginFile(projectId: string, sessionId: string): Promise<string | undefined>;
  eraseAndCount(projectId: string, sessionIds: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** Makes one call per item, so that the calls of several racers interleave. */
async function mapInOrder<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await call(item));
  return results;
}

function newRacer({ tenants, events, persons, groups, flags, recordings, close }: Store): Racer {
  const racerId = randomUUID();
  const change = (key: string) => [{ set: { [key]: racerId } }];
  return {
    close,
    setUp: () => tenants.claimFirstSetup(),
    async addProjects(count) {
      const project = { organizationId: racerId, name: "p", createdAt: 1 };
      return mapInOrder(Array(count).fill(project), async (newProject) => (await tenants.addProject(newProject)).id);
    },
    async addUser(email) {
      const ids = { uuid: racerId, distinctId: racerId };
      const user = { ...ids, email, firstName: "", isEmailVerified: false, createdAt: 1 };
      return (await tenants.addUser(user)).id;
    },
    async insertEvents(projectId, uuids) {
      const common = { projectId, event: "e", distinctId: "d", timestamp: 1, receivedAt: 1, properties: "{}" };
      const counts = await mapInOrder(uuids, (uuid) => events.insert([{ ...common, uuid }]));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    ensure: (projectId, distinctIds) =>
      mapInOrder(distinctIds, async (distinctId) => {
        const person = (await persons.ensure(projectId, [{ distinctId, at: 1 }])).get(distinctId);
        return person?.uuid ?? "";
      }),
    attach: (projectId, distinctIds, uuid) =>
      mapInOrder(distinctIds, (distinctId) => attach(persons, projectId, distinctId, uuid)),
    async setProperties(projectId, uuid, keys) {
      await mapInOrder(keys, (key) => persons.update(projectId, [{ uuid, changes: change(key), identify: false }]));
    },
    merge: (projectId, pairs) => mapInOrder(pairs, ([into, from]) => persons.merge(projectId, into, from)),
    async registerTypes(projectId, types) {
      await mapInOrder(types, (type) => groups.registerTypes(projectId, [type]));
    },
    async setGroupProperties(projectId, keys) {
      await mapInOrder(keys, (key) => groups.update(projectId, [{ type: "t", key: "k", changes: change(key), at: 1 }]));
    },
    keepIdentifiers: (projectId, person, flagKeys) =>
      mapInOrder(flagKeys, async (key) => {
        const identifiers = await flags.keepIdentifiers(projectId, person, [key], racerId);
        return identifiers.get(key) ?? "";
      }),
    async append(projectId, pieces) {
      await mapInOrder(pieces, (piece) => recordings.pieces.append(projectId, [piece]));
    },
    claim: (projectId, sessionIds) =>
      mapInOrder(sessionIds, (sessionId) => recordings.flushing.claim({ projectId, sessionId }, racerId, 2000, 1000)),
    async beginFile(projectId, sessionId) {
      return (await recordings.flushing.beginFile({ projectId, sessionId }, "prefix/"))?.key;
    },
    async eraseAndCount(projectId, sessionIds) {
      const erased = await mapInOrder(sessionIds, (sessionId) => recordings.erasure.erase(projectId, sessionId, 1));
      return erased.filter((done) => done).length;
    },
  };
}

const { engineName, storeName } = workerData as { engineName: string; storeName: string };
const engine = STORE_ENGINES.find(({ name }) => name === engineName);
if (!engine || !parentPort) throw new Error(`There is no engine ${engineName}, or this is no worker thread.`);
connect(parentPort, newRacer(await engine.connect(storeName)));
