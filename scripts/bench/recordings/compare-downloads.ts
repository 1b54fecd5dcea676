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

/** Sends a recording of so many megabytes of JSON that packs to about three quarters, and waits until all of it is in files. */
export async function sendLargeRecording(
  { server, key, projectId, personalKey }: MeasuredSightline,
  megabytes: number,
  advance: (megabytes: number) => void,
): Promise<void> {
  const snapshots = Math.ceil((megabytes * MB) / SNAPSHOT_BYTES);
  const now = Date.now();
  for (let first = 0; first < snapshots; first += SNAPSHOTS_PER_BATCH) {
    const count = Math.min(SNAPSHOTS_PER_BATCH, snapshots - first);
    const batch = Array.from({ length: count }, (_, place) => snapshotEvent(now + first + place));
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
  /** Most memory of the server meanwhile beyond what it had before, in bytes. */
  readonly grownBytes: number;
  readonly bytes: number;
}

export interface DownloadFigures {
  readonly name: string;
  readonly ours: DownloadSample;
  readonly bare: DownloadSample;
}

/** Downloads the recording from us and from the bare server, by turns: its files as they are, and the whole as lines. */
export async function compareDownloads(ours: MeasuredSightline): Promise<DownloadFigures[]> {
  const { environment: place, server, projectId, personalKey } = ours;
  const folder = join(place.dataDir, "files");
  const names = (await recordingFileNames(place, SESSION)).map((name) =>
    place.engineSettings.S3_BUCKET ? name : relative(folder, name),
  );
  const program = fileURLToPath(new URL("bare.mjs", import.meta.url));
  const bare = await startMeasuredServer([program], { ...process.env, ...place.engineSettings, FOLDER: folder });
  const files = names.sort().map((name) => `file=${encodeURIComponent(name)}`);
  const snapshots = `${server.url}/api/projects/${projectId}/session_recordings/${SESSION}/snapshots`;
  const authorization = `Bearer ${personalKey}`;
  const keys = names.map((name) => name.slice(name.lastIndexOf("/") + 1).replace(/\.file$/, ""));
  try {
    return [
      await compare(`${keys.length} files, gzipped`, [
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
      await compare("the whole, as lines", [
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
  if (all.bare.some(({ bytes }) => bytes !== first?.bytes)) throw new Error("The downloads are not the same.");
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
  const sampling = setInterval(() => void sample().catch(() => undefined), SAMPLING_MS); // a server that ended fails the download
  let bytes = 0;
  let firstByteMs = Number.NaN;
  try {
    for (const url of urls) {
      const [answer] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
      if (answer.statusCode !== 200) throw new Error(`A download was answered ${answer.statusCode}.`);
      for await (const chunk of answer) {
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
