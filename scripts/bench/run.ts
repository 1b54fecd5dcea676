import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseEngines, UsageError } from "../../contract-tests/runner/options.ts";
import type { EngineName } from "../../contract-tests/services/test-environment.ts";
import { progressOn, withProgress } from "../../src/cli/progress.ts";
import { type BenchCase, CASES } from "./bench-cases.ts";
import { type DecideDuringBatchesFigures, measureDecideDuringBatches } from "./decide-during-batches.ts";
import { BARE_PROBE, type Figures, type LoadSettings, measure, SIGHTLINE_PROBE } from "./measure.ts";
import { startMeasuredServer } from "./measured-server.ts";
import { type MeasuredSightline, startMeasuredSightline } from "./measured-sightline.ts";
import { sendSampleEvents } from "./send-events.ts";

const HELP = `Usage: npm run bench [-- --seconds N] [--connections N] [--engines NAME,…] [--grow N] [--json]

Measures /capture/, /batch/ and /decide/, and in the same run a bare node:http server that parses the same bodies.
Reports the server's CPU time per request (including work after the response), requests per second, and the delay of the
event loop. Then measures /decide/ while the largest batches are accepted. Needs Linux and two idle cores.

  --seconds N      duration of each measurement (default 5)
  --connections N  number of concurrent connections (default 50)
  --engines NAME,… store data in mongodb, s3 or both, each in a database or bucket of its own that is removed afterwards
                   (default: the embedded engines). mongodb needs MONGODB_URL; s3 needs S3_ENDPOINT, AWS_ACCESS_KEY_ID
                   and AWS_SECRET_ACCESS_KEY
  --grow N         also measure a service with N stored events of N/5 persons (5000000 take some minutes and 4 GB)
  --json           print the figures as JSON`;

interface BenchOptions extends LoadSettings {
  readonly engines: readonly EngineName[];
  /** The number of events to store before a second measurement; 0 for none. */
  readonly grow: number;
  readonly asJson: boolean;
}

interface Row {
  readonly case: BenchCase;
  readonly bare: Figures;
  readonly ours: Figures;
  /** The service with many stored events. */
  readonly grown: Figures | undefined;
}

function formatRow({ case: { name }, bare, ours, grown }: Row): Record<string, string> {
  return {
    "": name,
    "CPU, × bare": (ours.cpuMicros / bare.cpuMicros).toFixed(2),
    "CPU µs/request": ours.cpuMicros.toFixed(1),
    "requests/s": ours.perSecond.toFixed(0),
    "requests/s, ÷ bare": (ours.perSecond / bare.perSecond).toFixed(2),
    "p99 ms": String(ours.p99Ms),
    "loop delay p99 ms": (ours.loopDelayMs ?? 0).toFixed(1),
    failed: String(ours.failed + (grown?.failed ?? 0)),
    ...(grown ? { "CPU grown, × empty": (grown.cpuMicros / ours.cpuMicros).toFixed(2) } : {}),
  };
}

function formatDecideDuringBatches({ batches, p99Ms, loopDelayMs }: DecideDuringBatchesFigures): string {
  const delay = loopDelayMs.toFixed(1);
  return `/decide/ while ${batches} batches of 20 MB were accepted: p99 ${p99Ms} ms; loop delay p99 ${delay} ms`;
}

async function bench({ engines, grow, asJson, ...settings }: BenchOptions): Promise<void> {
  const log = (line: string) => asJson || console.error(line);
  const grown = grow > 0 ? await startGrown(engines, grow) : undefined;
  const baseline = await startMeasuredServer([fileURLToPath(new URL("baseline.mjs", import.meta.url))], process.env);
  const empty = await startMeasuredSightline(engines);
  try {
    const rows: Row[] = [];
    for (const benchCase of CASES) {
      log(`${benchCase.name} …`);
      rows.push({
        case: benchCase,
        bare: await measure(baseline, benchCase, empty.key, settings, BARE_PROBE),
        ours: await measure(empty.server, benchCase, empty.key, settings, SIGHTLINE_PROBE),
        grown: grown && (await measure(grown.server, benchCase, grown.key, settings, SIGHTLINE_PROBE)),
      });
    }
    const duringBatches = await measureDecideDuringBatches(empty.server, empty.key, settings.seconds);
    if (asJson) {
      const cases = rows.map(({ case: { name, items }, ...rest }) => ({ name, items, ...rest }));
      console.log(JSON.stringify({ cases, beside: duringBatches }));
    } else {
      console.table(rows.map(formatRow));
      console.log(formatDecideDuringBatches(duringBatches));
    }
  } finally {
    await Promise.all([baseline.stop(), empty.remove(), grown?.remove()]);
  }
}

function startGrown(engines: readonly EngineName[], events: number): Promise<MeasuredSightline> {
  const show = progressOn(process.stderr);
  const total = async () => events;
  return startMeasuredSightline(engines, (server, key) =>
    withProgress(show, "Storing events", total, (advance) => sendSampleEvents(server, key, events, advance)),
  );
}

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h" },
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "50" },
    engines: { type: "string", default: "" },
    grow: { type: "string", default: "0" },
    json: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else {
  try {
    await bench({
      seconds: Number(values.seconds),
      connections: Number(values.connections),
      engines: parseEngines(values.engines),
      grow: Number(values.grow),
      asJson: values.json,
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
