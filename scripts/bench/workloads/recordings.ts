import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { recordingFileNames } from "../../../contract-tests/services/recording-file-names.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import { sendBatches } from "./send-batches.ts";
import { get, type Workload } from "./workload.ts";

const RECORDINGS = 10_000;
const SESSION = "large";
const SNAPSHOTS = 100;
const SNAPSHOT_BYTES = 500_000;
const MINUTE_MS = 60_000;
const POLL_MS = 100;

function snapshotEvent(session: string, timestamp: number, data: object) {
  const $snapshot_data = [{ type: 3, timestamp, data }];
  return { event: "$snapshot", properties: { distinct_id: "visitor", $session_id: session, $snapshot_data } };
}

/** Stores recordings of one snapshot each, which begin a minute apart. */
function storeRecordings(server: BenchServer): Promise<void> {
  const now = Date.now();
  const event = (number: number) =>
    snapshotEvent(`s-${number}`, now - number * MINUTE_MS, { source: 2, type: 2, id: 7 });
  return sendBatches(server, RECORDINGS, event);
}

/** Stores a recording of 50 MB of JSON, which compresses to 75 %, and waits until all of it is in files. */
async function storeLargeRecording(server: BenchServer): Promise<string[]> {
  const { url, keys, dataDir } = server;
  const now = Date.now();
  const event = (number: number) => {
    const text = randomBytes((SNAPSHOT_BYTES * 3) / 4).toString("base64");
    return snapshotEvent(SESSION, now + number, { source: 5, id: 9, isChecked: false, text });
  };
  await sendBatches(server, SNAPSHOTS, event, { batchSize: 10, batchesAtOnce: 1 });
  const headers = { authorization: `Bearer ${keys.personal}` };
  const recording = `${url}/api/projects/${keys.projectId}/session_recordings/${SESSION}`;
  for (let storage = ""; storage !== "object_storage"; await sleep(POLL_MS)) {
    storage = ((await (await fetch(recording, { headers })).json()) as { readonly storage: string }).storage;
  }
  return (await recordingFileNames({ dataDir, engineSettings: {} }, SESSION)).sort();
}

const list: Workload = {
  name: "recordings",
  title: "list of 100 of 10,000 recordings",
  others: [],
  events: 0,
  connections: 10,
  settings: { RECORDING_INGESTION_LIMIT_SECONDS: "86400" }, // so that no recordings move to files meanwhile
  prepare: storeRecordings,
  requests:
    ({ keys }) =>
    () =>
      get(`/api/projects/${keys.projectId}/session_recordings`, keys.personal),
};

/** The bare server pipes the same files. */
function snapshots(): Workload {
  let files: readonly string[] = [];
  return {
    name: "snapshots",
    title: "snapshots of 50 MB",
    others: ["bare"],
    events: 0,
    connections: 2,
    settings: { RECORDING_INGESTION_LIMIT_SECONDS: "1" },
    async prepare(server) {
      files = await storeLargeRecording(server);
    },
    requests: ({ name, keys }) => {
      const names = files.map((file) => `file=${encodeURIComponent(file)}`);
      const path = `/api/projects/${keys.projectId}/session_recordings/${SESSION}/snapshots`;
      return () => get(name === "bare" ? `/?${names.join("&")}` : path, keys.personal, "application/x-ndjson");
    },
  };
}

export const RECORDING_WORKLOADS: readonly Workload[] = [list, snapshots()];
