import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { progressOn } from "../../../src/cli/progress.ts";
import { ROOT } from "../../../test/support/child-process.ts";
import { freePort } from "../../../test/support/free-port.ts";
import { runCommand, UsageError } from "../../command.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import { startMeasuredProcess } from "../servers/measured-process.ts";
import { startSightline } from "../servers/sightline.ts";
import { sendBatches } from "../workloads/send-batches.ts";
import type { Workload } from "../workloads/workload.ts";
import { compareQuestions } from "./compare-questions.ts";
import { type CaptureFigures, measureCapture } from "./measure-capture.ts";
import { cpuWithEnded } from "./process-figures.ts";
import { QUESTIONS } from "./questions.ts";
import { formatReport } from "./report.ts";
import { sampleEvent } from "./sample-events.ts";

const help = `
Usage: npm run bench:answers [-- --events N --rounds N …]

Measures questions about events. Stores events of 50 days and of a fiftieth as many persons through the service, with
about 500 bytes each as sent; lets it write them to history files; and asks each kind of question in turns with SQL
written by hand for the same files, and four of them beside SQL on the store. Answers that differ end it. Prints ratios
of CPU time, bytes per event, and latencies of /capture/ while questions run. Needs Linux and a built checkout; a
million events take about five minutes and 2 GB in TMPDIR.

  --events N     number of events (default: 1000000; the page's figures are of 10000000)
  --rounds N     how often each question is asked (default: 3)
  --seconds N    duration of each measurement of /capture/ (default: 8)
  --rate N       requests per second to /capture/ (default: 500)
  --memory N     memory of the engine in MiB (default: 512)
  --threads N    threads of the engine (default: 1)
  --no-sqlite    leave out SQL on the store
  -h, --help     show this help
`;

/** Events that are sent before waiting until they are stored, so that the journal stays small. */
const EVENTS_AT_ONCE = 100_000;
const POLL_MS = 1000;
const NOTHING: Workload = {
  name: "answers",
  title: "",
  others: [],
  events: 0,
  connections: 1,
  settings: { HISTORY_INTERVAL_SECONDS: "86400" },
  requests: () => () => "",
};

/** Stores the events. Returns the CPU time of the service, in seconds. */
async function storeEvents(server: BenchServer, count: number, advance: (by: number) => void): Promise<number> {
  const start = await cpuWithEnded(server.pid);
  for (let first = 0; first < count; first += EVENTS_AT_ONCE) {
    const part = Math.min(EVENTS_AT_ONCE, count - first);
    await sendBatches(server, part, (index) => sampleEvent(first + index, count));
    advance(part);
  }
  return (await cpuWithEnded(server.pid)) - start;
}

/** Waits until all events are in files and these are merged. Returns the CPU time and the bytes of the files. */
async function fileEvents({ url, pid }: Pick<BenchServer, "url" | "pid">, count: number) {
  const figure = async (name: string) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  };
  const start = await cpuWithEnded(pid);
  let [cpu, files] = [0, 0];
  for (let same = 0; same < 5; ) {
    await sleep(POLL_MS);
    const now = await figure("sightline_history_files");
    same = (await figure("sightline_history_events_total")) >= count && now === files ? same + 1 : 0;
    if (same === 0) cpu = (await cpuWithEnded(pid)) - start;
    files = now;
  }
  return { cpu, files, bytes: await figure("sightline_history_bytes") };
}

function positive(option: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new UsageError(`--${option} must be a positive number, and is ${text}`);
  return number;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
await runCommand({
  help,
  options: {
    events: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    rate: { type: "string", default: "500" },
    memory: { type: "string", default: "512" },
    threads: { type: "string", default: "1" },
    "no-sqlite": { type: "boolean", default: false },
  },
  run: async (options) => {
    const events = positive("events", options.events);
    const rounds = positive("rounds", options.rounds);
    const threads = positive("threads", options.threads);
    const memoryBytes = positive("memory", options.memory) * 2 ** 20;
    const load = { rounds, seconds: positive("seconds", options.seconds), rate: positive("rate", options.rate) };
    const show = progressOn(process.stderr);
    const server = await startSightline("sightline", ROOT, [], NOTHING);
    const { keys, dataDir } = server;
    try {
      const storing = await show(
        "Storing",
        async () => events,
        (advance) => storeEvents(server, events, advance),
      );
      await server.stop();
      const settings = { DATA_DIR: dataDir, HISTORY_INTERVAL_SECONDS: "1", RATE_LIMIT_PER_MINUTE: "0" };
      const serve = async (more: Readonly<Record<string, string>>) =>
        startMeasuredProcess({
          args: ["dist/main.js", "serve"],
          port: await freePort(),
          directory: ROOT,
          settings: { ...settings, ...more },
          readyPath: "/_ready",
          readyStatus: 200,
        });
      const filing = await serve({});
      const filed = await fileEvents(filing, events);
      await filing.stop();
      const stored = (await stat(join(dataDir, "sightline.db"))).size;
      const withSqlite = !options["no-sqlite"];
      const { compared, peak } = await show(
        "Asking",
        async () => QUESTIONS.length * (rounds + 1),
        (advance) => compareQuestions(dataDir, { memoryBytes, threads, rounds, withSqlite, advance }),
      );
      const limits = { ANSWERS_MEMORY_BYTES: String(memoryBytes), ANSWERS_TIMEOUT_SECONDS: "600" };
      const answering = await serve({ ...limits, HISTORY_INTERVAL_SECONDS: "300" });
      const capture: CaptureFigures = await show(
        "Capturing",
        async () => rounds,
        (advance) => measureCapture({ ...answering, keys }, load, advance),
      );
      await answering.stop();
      console.log(formatReport({ events, memoryBytes, storing, filed, stored, capture, compared, peak }));
    } finally {
      await server.remove();
    }
  },
});
