import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import autocannon from "autocannon";
import { enginesNamed, WrongUse } from "../../contract-tests/runner/wishes.ts";
import { type EngineName, makePlace, type Place, removePlace } from "../../contract-tests/services/place.ts";
import { type BesideFigures, decideBesideBatches } from "./beside.ts";
import { type BenchCase, CASES, FLAGS } from "./cases.ts";
import { loopDelayMs, settle } from "./metrics.ts";
import { type Measured, startServer } from "./processes.ts";

const run = promisify(execFile);

const HELP = `Usage: npm run bench [-- --seconds N] [--connections N] [--engines NAME,…] [--json]

Measures /capture/, /batch/ and /decide/ against a bare node:http server that parses the same bodies and answers, in the same run:
server CPU for a request (everything counted, also what happens after the answer), requests a second, and how late the event loop was. Then
/decide/ while the largest batches are taken. Needs Linux, and two idle cores.

  --seconds N      how long each is measured (default 5)
  --connections N  how many at once (default 50)
  --engines NAME,… keep data in mongodb, s3 or both, each in a database or bucket of its own, removed afterwards (default: what is
                   embedded). For mongodb MONGODB_URL is needed, for s3 S3_ENDPOINT, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY
  --json           figures as JSON`;

interface Figures {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p99Ms: number;
  /** How late the event loop was, 99 of 100 times at most; null of the bare server, which does not look. */
  readonly loopDelayMs: number | null;
  readonly failed: number;
}

interface Settings {
  readonly seconds: number;
  readonly connections: number;
}

const BODIES = 500;

/** What of a server differs between ours and the bare one. */
interface Ways {
  /** Resolves when the server has nothing left to do for the requests that it has answered. */
  readonly settled: (server: Measured) => Promise<void>;
  readonly loopDelayMs: (server: Measured) => Promise<number | null>;
}

const OURS: Ways = { settled: settle, loopDelayMs };
const BARE: Ways = { settled: async () => undefined, loopDelayMs: async () => null };

async function measure(
  server: Measured,
  bench: BenchCase,
  { key, seconds, connections }: Settings & { readonly key: string },
  ways: Ways,
): Promise<Figures> {
  const random = () => Math.random().toString(36).slice(2, 12);
  const bodies = Array.from({ length: BODIES }, () => JSON.stringify(bench.body(key, random)));
  let next = 0;
  const shoot = (duration: number) =>
    autocannon({
      url: server.url + bench.path,
      connections,
      duration,
      setupClient: (client) => {
        const turn = () => client.setBody(bodies[next++ % bodies.length]);
        turn();
        client.on("response", turn);
      },
      method: "POST",
      headers: { "content-type": "application/json" },
    });
  await shoot(2); // until the compiler has seen it
  await ways.settled(server);
  const before = await server.cpuMicros();
  const result = await shoot(seconds);
  const loopDelayMs = await ways.loopDelayMs(server);
  await ways.settled(server);
  const requests = result["2xx"] + result.non2xx;
  return {
    perSecond: requests / result.duration,
    cpuMicros: ((await server.cpuMicros()) - before) / requests,
    p99Ms: result.latency.p99,
    loopDelayMs,
    failed: result.non2xx + result.errors,
  };
}

async function startSightline({ dataDir, engines }: Place): Promise<{ server: Measured; key: string }> {
  const { PATH, HOME } = process.env;
  const environment = { PATH, HOME, DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "info", ...engines };
  const cli = async (...args: string[]) =>
    (await run(process.execPath, ["dist/main.js", ...args], { env: environment })).stdout;
  const { project_api_key: key } = JSON.parse(await cli("setup", "--json")) as { project_api_key: string };
  const flags = join(dataDir, "flags.json");
  await writeFile(flags, JSON.stringify(FLAGS));
  await cli("flags", "apply", flags);
  return { server: await startServer(["dist/main.js", "serve"], environment), key };
}

function row(name: string, ours: Figures, bare: Figures): Record<string, string> {
  return {
    "": name,
    "CPU, × bare": (ours.cpuMicros / bare.cpuMicros).toFixed(2),
    "CPU µs a request": ours.cpuMicros.toFixed(1),
    "requests/s": ours.perSecond.toFixed(0),
    "requests/s, ÷ bare": (ours.perSecond / bare.perSecond).toFixed(2),
    "p99 ms": String(ours.p99Ms),
    "loop delay p99 ms": (ours.loopDelayMs ?? 0).toFixed(1),
    failed: String(ours.failed),
  };
}

function besideLine({ batches, p99Ms, loopDelayMs }: BesideFigures): string {
  return `/decide/ while ${batches} batches of 20 MB were taken: p99 ${p99Ms} ms; loop delay p99 ${loopDelayMs.toFixed(1)} ms`;
}

async function bench(settings: Settings, engines: readonly EngineName[], asJson: boolean): Promise<void> {
  const place = await makePlace(engines, false);
  const baseline = await startServer([fileURLToPath(new URL("baseline.mjs", import.meta.url))], process.env);
  const { server, key } = await startSightline(place);
  try {
    const rows = [];
    for (const one of CASES) {
      if (!asJson) console.error(`${one.name} …`);
      const bare = await measure(baseline, one, { ...settings, key }, BARE);
      rows.push({ case: one, bare, ours: await measure(server, one, { ...settings, key }, OURS) });
    }
    const beside = await decideBesideBatches(server, key, settings.seconds);
    if (asJson) {
      const cases = rows.map(({ case: { name, items }, ...rest }) => ({ name, items, ...rest }));
      console.log(JSON.stringify({ cases, beside }));
    } else {
      console.table(rows.map(({ case: { name }, ours, bare }) => row(name, ours, bare)));
      console.log(besideLine(beside));
    }
  } finally {
    await Promise.all([baseline.stop(), server.stop()]);
    await removePlace(place);
  }
}

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h" },
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "50" },
    engines: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else {
  const settings = { seconds: Number(values.seconds), connections: Number(values.connections) };
  try {
    await bench(settings, enginesNamed(values.engines), values.json);
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
