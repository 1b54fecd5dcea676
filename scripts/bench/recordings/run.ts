import { parseArgs } from "node:util";
import { parseEngines, UsageError } from "../../../contract-tests/runner/options.ts";
import type { EngineName } from "../../../contract-tests/services/test-environment.ts";
import { progressOn, withProgress } from "../../../src/cli/progress.ts";
import { type MeasuredSightline, startMeasuredSightline } from "../measured-sightline.ts";
import { compareDownloads, type DownloadFigures, sendLargeRecording } from "./compare-downloads.ts";
import { compareLists, FEW_RECORDINGS, type ListFigures, sendRecordings } from "./compare-lists.ts";

const HELP = `Usage: npm run bench:recordings [-- --recordings N] [--megabytes N] [--engines NAME,…] [--json]

Lists: compares the first page of a project with N recordings to that of one with ${FEW_RECORDINGS}.
Downloads: compares a recording of N megabytes to a bare node:http server that pipes the same files: time, server CPU
time, time to the first byte, and memory. Prints medians of alternating measurements. Needs Linux.

  --recordings N   number of recordings (default 10000; 1000000 take many minutes); 0 skips lists
  --megabytes N    size of the recording as JSON (default 50); 0 skips downloads
  --engines NAME,… store data in mongodb, s3 or both, as for npm run bench
  --json           print the figures as JSON`;

const show = progressOn(process.stderr);
const MB = 1_000_000;

async function benchLists(engines: readonly EngineName[], recordings: number): Promise<ListFigures[]> {
  const settings = { RECORDING_INGESTION_LIMIT_SECONDS: "86400" }; // so that no recordings move to files meanwhile
  const withRecordings = (count: number) =>
    startMeasuredSightline(
      engines,
      (server, key) =>
        withProgress(
          show,
          "Storing recordings",
          async () => count,
          (advance) => sendRecordings(server, key, count, advance),
        ),
      settings,
    );
  const few = await withRecordings(FEW_RECORDINGS);
  let many: MeasuredSightline | undefined;
  try {
    many = await withRecordings(recordings);
    return await compareLists(few, many);
  } finally {
    await Promise.all([few.remove(), many?.remove()]);
  }
}

async function benchDownloads(engines: readonly EngineName[], megabytes: number): Promise<DownloadFigures[]> {
  const sightline = await startMeasuredSightline(engines, undefined, { RECORDING_INGESTION_LIMIT_SECONDS: "1" });
  try {
    const total = async () => megabytes;
    await withProgress(show, "Storing a recording", total, (advance) =>
      sendLargeRecording(sightline, megabytes, advance),
    );
    return await compareDownloads(sightline);
  } finally {
    await sightline.remove();
  }
}

function listLine({ name, fewMs, manyMs, fewCpuMicros, manyCpuMicros }: ListFigures) {
  return {
    "": name,
    [`ms of ${FEW_RECORDINGS}`]: fewMs.toFixed(2),
    "ms of many": manyMs.toFixed(2),
    "time, ×": (manyMs / fewMs).toFixed(2),
    "CPU, ×": (manyCpuMicros / fewCpuMicros).toFixed(2),
  };
}

function downloadLine({ name, ours, bare }: DownloadFigures) {
  return {
    "": name,
    MB: (ours.bytes / MB).toFixed(0),
    "MB/s": (ours.bytes / MB / (ours.ms / 1000)).toFixed(0),
    "MB/s, ÷ bare": (bare.ms / ours.ms).toFixed(2),
    "CPU, × bare": (ours.cpuMs / bare.cpuMs).toFixed(2),
    "first byte ms": ours.firstByteMs.toFixed(1),
    "of bare": bare.firstByteMs.toFixed(1),
    "memory, + MB": (ours.grownBytes / MB).toFixed(0),
    "of bare, + MB": (bare.grownBytes / MB).toFixed(0),
  };
}

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h" },
    recordings: { type: "string", default: "10000" },
    megabytes: { type: "string", default: "50" },
    engines: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else {
  const [recordings, megabytes] = [Number(values.recordings), Number(values.megabytes)];
  try {
    const engines = parseEngines(values.engines);
    const lists = recordings > 0 ? await benchLists(engines, recordings) : [];
    const downloads = megabytes > 0 ? await benchDownloads(engines, megabytes) : [];
    if (values.json) console.log(JSON.stringify({ lists, downloads }));
    else {
      if (lists.length > 0) console.table(lists.map(listLine));
      if (downloads.length > 0) console.table(downloads.map(downloadLine));
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
