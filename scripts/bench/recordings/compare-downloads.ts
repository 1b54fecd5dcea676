import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { recordingFileNames } from "../../../contract-tests/services/recording-file-names.ts";
import { waitUntilJournalEmpty } from "../bench-metrics.ts";
import { type MeasuredServer, startMeasuredServer } from "../measured-server.ts";
import type { MeasuredSightline } from "../measured-sightline.ts";
import { postBatch } from "../send-events.ts";
import { median } from "./median.ts";

const ROUNDS = 5;
const SESSION = "large";
const MB = 1_000_000;
const SNAPSHOT_BYTES = 0.5 * MB;
const SNAPSHOTS_PER_BATCH = 10;
const SAMPLING_MS = 20;

/**
 * Sends a recording of `megabytes` MB of JSON, which compresses to about 75 %, and waits until all of it is in files.
 */
export async function sendLargeRecording(
  { server, key, projectId, personalKey }: MeasuredSightline,
  megabytes: number,
  advance: (megabytes: number) => void,
): Promise<void> {
  const snapshots = Math.ceil((megabytes * MB) / SNAPSHOT_BYTES);
  const now = Date.now();
  for (let first = 0; first < snapshots; first += SNAPSHOTS_PER_BATCH) {
    const count = Math.min(SNAPSHOTS_PER_BATCH, snapshots - first);
    const batch = Array.from({ length: count }, (_, index) => snapshotEvent(now + first + index));
    await postBatch(server, { api_key: key, batch });
    advance((count * SNAPSHOT_BYTES) / MB);
    await waitUntilJournalEmpty(server);
  }
  const headers = { authorization: `Bearer ${personalKey}` };
  const url = `${server.url}/api/projects/${projectId}/session_recordings/${SESSION}`;
  const storage = async () => ((await (await fetch(url, { headers })).json()) as { storage: string }).storage;
  while ((await storage()) !== "object_storage") await sleep(100);
}

function snapshotEvent(timestamp: number) {
  const text = randomBytes((SNAPSHOT_BYTES * 3) / 4).toString("base64");
  const $snapshot_data = [{ type: 3, timestamp, data: { source: 5, id: 9, isChecked: false, text } }];
  return { event: "$snapshot", distinct_id: "visitor", properties: { $session_id: SESSION, $snapshot_data } };
}

interface DownloadSample {
  readonly ms: number;
  readonly cpuMs: number;
  readonly firstByteMs: number;
  /** The increase of the server's memory at its peak, in bytes. */
  readonly grownBytes: number;
  readonly bytes: number;
}

export interface DownloadFigures {
  readonly name: string;
  readonly ours: DownloadSample;
  readonly bare: DownloadSample;
}

/**
 * Downloads the recording from Sightline and the bare server in turns: its files as gzip, and the whole as JSON lines.
 */
export async function compareDownloads(ours: MeasuredSightline): Promise<DownloadFigures[]> {
  const { environment, server, projectId, personalKey } = ours;
  const folder = join(environment.dataDir, "files");
  const names = (await recordingFileNames(environment, SESSION)).map((name) =>
    environment.engineSettings.S3_BUCKET ? name : relative(folder, name),
  );
  const program = fileURLToPath(new URL("bare.mjs", import.meta.url));
  const bare = await startMeasuredServer([program], { ...process.env, ...environment.engineSettings, FOLDER: folder });
  const files = names.sort().map((name) => `file=${encodeURIComponent(name)}`);
  const snapshots = `${server.url}/api/projects/${projectId}/session_recordings/${SESSION}/snapshots`;
  const authorization = `Bearer ${personalKey}`;
  const keys = names.map((name) => name.slice(name.lastIndexOf("/") + 1).replace(/\.file$/, ""));
  try {
    return [
      await compare(`${keys.length} files, as gzip`, [
        () =>
          download(
            server,
            keys.map((key) => `${snapshots}?source=object_storage&key=${key}`),
            { authorization, "accept-encoding": "gzip" },
          ),
        () =>
          download(
            bare,
            files.map((file) => `${bare.url}/?${file}`),
            {},
          ),
      ]),
      await compare("whole recording, as lines", [
        () => download(server, [snapshots], { authorization, accept: "application/x-ndjson" }),
        () => download(bare, [`${bare.url}/?unpack&${files.join("&")}`], {}),
      ]),
    ];
  } finally {
    await bare.stop();
  }
}

async function compare(
  name: string,
  [ours, bare]: readonly [() => Promise<DownloadSample>, () => Promise<DownloadSample>],
): Promise<DownloadFigures> {
  const all: { ours: DownloadSample[]; bare: DownloadSample[] } = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    all.ours.push(await ours());
    all.bare.push(await bare());
  }
  const [first] = all.ours;
  if (all.bare.some(({ bytes }) => bytes !== first?.bytes)) throw new Error("The downloads differ in size.");
  return { name, ours: medians(all.ours), bare: medians(all.bare) };
}

function medians(figures: readonly DownloadSample[]): DownloadSample {
  const of = (field: keyof DownloadSample) => median(figures.map((each) => each[field]));
  return {
    ms: of("ms"),
    cpuMs: of("cpuMs"),
    firstByteMs: of("firstByteMs"),
    grownBytes: of("grownBytes"),
    bytes: of("bytes"),
  };
}

async function download(
  server: MeasuredServer,
  urls: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<DownloadSample> {
  const [cpu, memory, start] = [await server.cpuMicros(), await server.memoryBytes(), performance.now()];
  let peak = memory;
  const sample = async () => {
    peak = Math.max(peak, await server.memoryBytes());
  };
  // If the server has exited, the download itself fails.
  const sampling = setInterval(() => void sample().catch(() => undefined), SAMPLING_MS);
  let bytes = 0;
  let firstByteMs = Number.NaN;
  try {
    for (const url of urls) {
      const [response] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
      if (response.statusCode !== 200) throw new Error(`A download was answered ${response.statusCode}.`);
      for await (const chunk of response) {
        if (bytes === 0) firstByteMs = performance.now() - start;
        bytes += (chunk as Buffer).byteLength;
      }
    }
  } finally {
    clearInterval(sampling);
  }
  const cpuMs = ((await server.cpuMicros()) - cpu) / 1000;
  return { ms: performance.now() - start, cpuMs, firstByteMs, grownBytes: peak - memory, bytes };
}
