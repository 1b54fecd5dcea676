import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { progressOn } from "../../src/cli/progress.ts";
import { runCommand, UsageError } from "../command.ts";
import { drawChart } from "./report/chart.ts";
import { formatFigures, formatOverview, formatServers, replaceFigures } from "./report/markdown.ts";
import type { Result } from "./report/statistics.ts";
import { measureWorkload } from "./rounds.ts";
import { type ServerKind, serverKinds } from "./servers/servers.ts";
import { DECISION_WORKLOADS } from "./workloads/decisions.ts";
import { EVENT_WORKLOADS } from "./workloads/events.ts";
import { RECORDING_WORKLOADS } from "./workloads/recordings.ts";
import type { Workload } from "./workloads/workload.ts";

const WORKLOADS = [...EVENT_WORKLOADS, ...DECISION_WORKLOADS, ...RECORDING_WORKLOADS];

const namesOf = (workloads: readonly Workload[]) => workloads.map(({ name }) => name).join(" ");

const help = `
Usage: npm run bench [-- --only NAME,… --servers NAME,… --rounds N --seconds N …]

Measures Sightline beside other servers, in turns: CPU time per request (of all threads, until the events are stored),
requests per second, and latencies at half of that rate, counted from when a request was due. Prints medians of the
rounds with the least and the greatest, as Markdown. Needs Linux and two idle cores, and 25 minutes for all.

  --only NAME,…     measure only these workloads, or all whose names begin with these words (batch, decide-100):
                    ${namesOf(EVENT_WORKLOADS)}
                    ${namesOf(DECISION_WORKLOADS.slice(0, 4))}
                    ${namesOf(DECISION_WORKLOADS.slice(4))}
                    ${namesOf(RECORDING_WORKLOADS)}
  --servers NAME,…  measure only these: bare fastify express prism sightline mongodb
                    (fastify and express: npm ci --prefix scripts/bench; mongodb: set MONGODB_URL)
  --rounds N        number of rounds (default: 3)
  --seconds N       duration of each measurement; each round has two (default: 4)
  --against DIR     measure another built checkout too; may be repeated
  --grow N          measure a Sightline with N stored events of N/5 persons too (5000000 take minutes for each workload)
  --chart FILE      draw CPU times as multiples of the bare server's, as SVG
  --page FILE       put the conditions and the servers into a page, such as docs/performance.md
  --json FILE       write all figures of all rounds to a file
  -h, --help        show this help

Compare a change with main (run \`npm run build\` in both):
  npm run bench -- --only capture --servers bare,sightline --rounds 3 --seconds 2 --against ../main
`;

/** Returns the items that the list selects, all if it is empty. Throws `UsageError` for unknown names. */
function select<T extends { readonly name: string }>(
  list: string,
  items: readonly T[],
  isSelected: (item: T, name: string) => boolean,
): T[] {
  const names = list.split(",").filter((name) => name !== "");
  const unknown = names.find((name) => !items.some((item) => isSelected(item, name)));
  if (unknown !== undefined)
    throw new UsageError(`There is no ${unknown}; there are ${items.map(({ name }) => name).join(", ")}`);
  return items.filter((item) => names.length === 0 || names.some((name) => isSelected(item, name)));
}

function parsePositive(option: string, text: string): number {
  const number = Number(text);
  if (!(number > 0 && number < 1000)) throw new UsageError(`${option} must be a positive number, and is ${text}`);
  return number;
}

/** Returns the kinds that the list selects and that can run here, and always those that have options of their own. */
function selectServers(list: string, checkouts: readonly string[], storedEvents: number): ServerKind[] {
  if (!(storedEvents >= 0)) throw new UsageError("--grow must be a number");
  const known = serverKinds(checkouts, storedEvents);
  const named = select(list, known, (kind, name) => kind.name === name);
  const isChosen = ({ name }: ServerKind) => checkouts.includes(name) || name === "grown";
  return known
    .filter((kind) => named.includes(kind) || isChosen(kind))
    .filter(({ name, missing }) => {
      if (missing) console.error(`${name} ${missing}`);
      return !missing;
    });
}

// An exit ends the servers.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
await runCommand({
  help,
  options: {
    only: { type: "string", default: "" },
    servers: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "4" },
    against: { type: "string", multiple: true, default: [] },
    grow: { type: "string", default: "0" },
    page: { type: "string" },
    json: { type: "string" },
    chart: { type: "string" },
  },
  run: async ({ only, servers, rounds, seconds, against, grow, page, json, chart }) => {
    const settings = { rounds: parsePositive("--rounds", rounds), seconds: parsePositive("--seconds", seconds) };
    const kinds = selectServers(servers, against, Number(grow));
    const serving = (workload: Workload) => kinds.filter((kind) => kind.serves(workload));
    const workloads = select(only, WORKLOADS, ({ name }, start) => `${name}-`.startsWith(`${start}-`)).filter(
      (workload) => serving(workload).length > 0,
    );
    const total = workloads.reduce((sum, workload) => sum + serving(workload).length * settings.rounds, 0);
    const results: Result[] = [];
    const measureAll = async (advance: (by: number) => void) => {
      for (const workload of workloads)
        results.push({ workload, measured: await measureWorkload(workload, serving(workload), settings, advance) });
    };
    await progressOn(process.stderr)("Measuring", async () => total, measureAll);
    const machine = { node: process.version, cpus: availableParallelism() };
    const conditions =
      `Node ${machine.node}, ${machine.cpus} CPUs; medians of ${rounds} rounds of ${seconds} seconds, ` +
      "with the least and the greatest in parentheses.";
    const compared = `${conditions}\n\n${formatServers(results, kinds)}`;
    console.log([formatOverview(results, kinds), compared, formatFigures(results)].join("\n\n"));
    if (page !== undefined) await writeFile(page, replaceFigures(await readFile(page, "utf8"), compared));
    if (chart !== undefined) await writeFile(chart, drawChart(results, kinds));
    if (json !== undefined) {
      const figures = results.map(({ workload: { name, title }, measured }) => ({ name, title, measured }));
      await writeFile(json, JSON.stringify({ ...machine, ...settings, workloads: figures }, null, 2));
    }
  },
});
