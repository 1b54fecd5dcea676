import { sqliteDirectStore } from "../../../contract-tests/services/direct-store-sqlite.ts";
import { findInStoredData } from "../../../contract-tests/services/find-in-stored-data.ts";
import { mongoProxyOf } from "../../../contract-tests/services/mongo-proxy.ts";
import { pollUntil } from "../../../src/lib/threads/retry.ts";
import { countEvents } from "../../../test/support/count-events.ts";
import type { TestCluster } from "../cluster/test-cluster.ts";
import type { FaultContext } from "../faults/fault.ts";
import { markedEvent } from "../load/requests.ts";
import { callProject, callUntilAnswered, post } from "./call-service.ts";
import { isHistoryFile } from "./canary-places.ts";
import { whileEventsLeave } from "./hasten-leaving.ts";
import { leaveResidue } from "./leave-residue.ts";
import { makeRequestFatal } from "./make-request-fatal.ts";
import { CONTINUOUS_FLAG, escapedJson, type SentEvent, type Subject } from "./subject.ts";

const SMALL_BYTES = 2000;
const REPEATED_EVENTS = 20;
/** Which do not leave the store before the erasure. */
const STORED_EVENTS = 10;
const [FILLING_BATCHES, BATCH_EVENTS, PADDING_BYTES] = [3, 1000, 4000];
const POLL_INTERVAL_MS = 50;
/** The load may be more than a busy machine can store at once. */
const MAX_WAIT_MS = 300_000;

type Send = (to: string, events: readonly SentEvent[], toJson?: (value: object) => string) => Promise<unknown>;

/**
 * Plants the canary everywhere: in the store, in files, in dead letters, and, while the store is unavailable, in the
 * journals of all nodes. Kills all nodes in the end. Returns the uuid of the person.
 */
export async function plantCanary(context: FaultContext, subject: Subject, flushBytes: number): Promise<string> {
  const { cluster, injectedFaults } = context;
  const { project, nodes, directories } = cluster;
  const { base = "" } = nodes[0] ?? {};
  const send: Send = (to, events, toJson) => post(to, "/batch/", { api_key: project.apiKey, batch: events }, toJson);
  const storageOf = async (session: string) => {
    const path = `session_recordings/${encodeURIComponent(session)}`;
    return ((await callProject(base, project, "GET", path)).body as { storage?: unknown }).storage;
  };

  await callProject(base, project, "POST", "feature_flags", CONTINUOUS_FLAG);
  await send(base, subject.identification());
  const isSqlite = cluster.environment.engineSettings.MONGODB_URL === undefined;
  if (isSqlite) await fillPages(context, send);
  await send(base, [subject.snapshot(subject.flushedSession, 2 * flushBytes)]);
  for (const node of nodes) await send(node.base, [subject.invalidSnapshot()]);
  await waitUntil(
    "the recording is in a file",
    async () => (await storageOf(subject.flushedSession)) === "object_storage",
  );
  const person = () => callProject(base, project, "GET", `persons/${encodeURIComponent(subject.id)}`);
  await waitUntil("the person is stored", async () => (await person()).status === 200);
  const { uuid } = (await person()).body as { uuid: string };
  await waitUntil("the flag is decided", async () => {
    const answer = await post(base, "/decide/?v=3", { api_key: project.apiKey, ...subject.flagQuery() });
    return CONTINUOUS_FLAG.key in (answer as { featureFlags: object }).featureFlags;
  });

  await waitUntil("events are in history files", async () => {
    const names = await findInStoredData(cluster.environment, subject.canary);
    return names.some(isHistoryFile);
  });
  await leaveAndRepeat(context, subject, send);

  await duringOutage(cluster, async () => {
    const fatal = subject.uses(subject.alias, 1);
    await send(base, fatal);
    await nodes[0]?.kill();
    makeRequestFatal(directories[0] ?? "", String(fatal[0]?.uuid));
  });
  nodes[0]?.start();
  await cluster.waitUntilReady();
  await send(base, [subject.chunk(), subject.snapshot(subject.unflushedSession, SMALL_BYTES)]);
  await waitUntil("the recording is stored", async () => (await storageOf(subject.unflushedSession)) !== undefined);

  for (const node of nodes)
    await waitUntil("there is a dead letter", async () => (await countDeadLetters(node.base)) > 0);

  await duringOutage(cluster, async () => {
    for (const node of nodes) {
      await send(node.base, [...subject.uses(subject.anonymousId, 10), subject.snapshot(subject.flushedSession, 100)]);
      await send(node.base, subject.uses(subject.alias, 2), escapedJson);
    }
    await Promise.all(nodes.map((node) => node.kill()));
  });
  if (isSqlite) leaveResidue(directories[0] ?? "", subject.canary);
  injectedFaults.kills += nodes.length + 1;
  injectedFaults.outages += 2;
  return uuid;
}

/** Lets events leave the store, and again when they were sent again. In the end, the store has others. */
async function leaveAndRepeat(context: FaultContext, subject: Subject, send: Send): Promise<void> {
  const { cluster, load } = context;
  const { base = "" } = cluster.nodes[0] ?? {};
  const repeater = "visitor who repeats";
  const repeated = Array.from({ length: REPEATED_EVENTS }, () =>
    markedEvent(repeater, "repeated", {}, true, load.ledger),
  );
  const sendRepeated = () =>
    send(
      base,
      repeated.map(({ event }) => ({ ...event })),
    );
  const countStored = (...distinctIds: string[]) =>
    cluster.withDatabase(({ events }) => countEvents(events, cluster.project.id, { distinctIds }));
  await sendRepeated();
  load.ledger.acknowledge(repeated.map(({ mark }) => mark));
  await waitUntil("repeatable events are stored", async () => (await countStored(repeater)) === REPEATED_EVENTS);
  await whileEventsLeave(cluster, () =>
    waitUntil("events have left the store", async () => (await countStored(repeater, ...subject.ids)) === 0),
  );
  await sendRepeated();
  await waitUntil("repeated events are stored again", async () => (await countStored(repeater)) === REPEATED_EVENTS);
  await whileEventsLeave(cluster, () =>
    waitUntil("repeated events have left again", async () => (await countStored(repeater)) === 0),
  );
  await send(base, subject.uses(subject.anonymousId, STORED_EVENTS));
  await waitUntil("later events are stored", async () => (await countStored(...subject.ids)) === STORED_EVENTS);
}

/** Sends events of another person, until the database is too large to be rewritten as a whole. */
async function fillPages({ cluster, load }: FaultContext, send: Send): Promise<void> {
  const padding = "x".repeat(PADDING_BYTES);
  for (let batch = 0; batch < FILLING_BATCHES; batch++) {
    const events = Array.from({ length: BATCH_EVENTS }, () =>
      markedEvent("visitor of many pages", "filled", { padding }, true, load.ledger),
    );
    const sent = events.map(({ event }) => ({ ...event }));
    await send(cluster.nodes[0]?.base ?? "", sent);
    load.ledger.acknowledge(events.map(({ mark }) => mark));
  }
}

async function countDeadLetters(base: string): Promise<number> {
  const { body } = await callUntilAnswered(base, { method: "GET", path: "/_ready" });
  return (body as { journal: { dead_letters: number } }).journal.dead_letters;
}

async function waitUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
  if (await pollUntil(condition, { intervalMs: POLL_INTERVAL_MS, timeoutMs: MAX_WAIT_MS })) return;
  throw new Error(`within ${MAX_WAIT_MS / 1000} s it did not become true that ${what}`);
}

/** Runs work while the store is unavailable. No node runs in the end, or only such that stay. */
async function duringOutage(cluster: TestCluster, work: () => Promise<void>): Promise<void> {
  const [directory = ""] = cluster.directories;
  const isMongo = cluster.environment.engineSettings.MONGODB_URL !== undefined;
  const sqlite = sqliteDirectStore(directory);
  cluster.hasOutage = true;
  await (isMongo ? mongoProxyOf(cluster.environment).disconnect() : sqlite.makeUnavailable());
  await work();
  await (isMongo ? mongoProxyOf(cluster.environment).restore() : sqlite.makeAvailable());
  cluster.hasOutage = false;
}
