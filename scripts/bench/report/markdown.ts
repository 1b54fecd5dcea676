import type { Figures } from "../measure.ts";
import type { Measured } from "../rounds.ts";
import type { ServerKind } from "../servers/servers.ts";
import { cpuMultiples, isCompared, median, type Result, valuesOf } from "./statistics.ts";

const MB = 1_000_000;
/** Rates in MB are shown for workloads of large responses. */
const MIN_SHOWN_MB = 50;
const NONE = "–";

/** Returns CPU time of all servers as Markdown: what the chart shows. */
export function formatOverview(results: readonly Result[], kinds: readonly ServerKind[]): string {
  return formatTable(overviewRows(results, kinds));
}

/** Returns the servers with their start and memory as Markdown. */
export function formatServers(results: readonly Result[], kinds: readonly ServerKind[]): string {
  return formatTable(serverRows(results, kinds));
}

/** Returns all figures of each workload as Markdown. */
export function formatFigures(results: readonly Result[]): string {
  return results.flatMap((result) => [`#### ${result.workload.title}`, formatTable(figureRows(result))]).join("\n\n");
}

const [PAGE_START, PAGE_END] = ["<!-- The figures of a run. -->", "<!-- End of the figures. -->"];

/** Returns the page with other figures between its two comments. Throws if it has none. */
export function replaceFigures(page: string, figures: string): string {
  const [start, end] = [page.indexOf(PAGE_START), page.indexOf(PAGE_END)];
  if (start === -1 || end < start) throw new Error(`The page needs the lines ${PAGE_START} and ${PAGE_END}`);
  return `${page.slice(0, start)}${PAGE_START}\n\n${figures}\n\n${page.slice(end)}`;
}

/** Rows of workloads: each server's CPU time per request, × bare. */
function overviewRows(results: readonly Result[], kinds: readonly ServerKind[]) {
  const compared = results.filter((result) => result.measured.some((each) => isCompared(result, each)));
  return compared.map((result) => ({
    "CPU time per request, × bare": result.workload.title,
    ...Object.fromEntries(
      kinds.map(({ name }) => {
        const measured = result.measured.find(({ server }) => server === name);
        return [name, measured ? formatNumber(median(cpuMultiples(result, measured, "bare")), 1) : NONE];
      }),
    ),
  }));
}

function figureRows(result: Result) {
  const { measured, workload } = result;
  const isPaired = measured.filter(({ server }) => !workload.others.some((name) => name === server)).length > 1;
  const isLarge = measured.some(({ rounds }) =>
    rounds.some(({ megabytesPerSecond }) => megabytesPerSecond > MIN_SHOWN_MB),
  );
  return measured.map((each) => ({
    server: each.server,
    "CPU µs/request": spread(each, "cpuMicros", 1),
    ...(isCompared(result, each) && { "× bare": formatSpread(cpuMultiples(result, each, "bare"), 2) }),
    ...(isPaired && { "× sightline": formatSpread(cpuMultiples(result, each, "sightline"), 2) }),
    "requests/s": spread(each, "requestsPerSecond", 0),
    ...(workload.events > 1 && {
      "CPU µs/event": spread(each, "cpuMicros", 2, workload.events),
      "events/s until stored": spread(each, "eventsPerSecond", 0),
    }),
    ...(isLarge && { "MB/s": spread(each, "megabytesPerSecond", 0) }),
    "p50 ms": spread(each, "p50Ms", 1),
    "p99 ms": spread(each, "p99Ms", 1),
    "p99.9 ms": spread(each, "p999Ms", 1),
    "memory, + MB": spread(each, "grownBytes", 0, MB),
    failed: spread(each, "failed", 0),
  }));
}

function serverRows(results: readonly Result[], kinds: readonly ServerKind[]) {
  return kinds.map(({ name, description }) => {
    const starts = results.flatMap(({ measured }) => measured.filter(({ server }) => server === name));
    return {
      server: name,
      "": description,
      "ready after, ms": formatSpread(
        starts.map(({ startMs }) => startMs),
        0,
      ),
      "RSS at rest, MB": formatSpread(
        starts.map(({ restBytes }) => restBytes / MB),
        0,
      ),
    };
  });
}

function spread(measured: Measured, figure: keyof Figures, digits: number, divisor = 1): string {
  return formatSpread(
    valuesOf(figure, measured).map((value) => value / divisor),
    digits,
  );
}

/** Returns the median with the least and the greatest, such as `4.1 (3.9–4.4)`. */
function formatSpread(figures: readonly number[], digits: number): string {
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)].map((figure) =>
    formatNumber(figure, digits),
  );
  return figures.length === 0 || least === most ? `${middle}` : `${middle} (${least}–${most})`;
}

function formatNumber(figure: number, digits: number): string {
  if (Number.isNaN(figure)) return NONE;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "negative" } as const;
  return figure.toLocaleString("en", options);
}

function formatTable(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, columns.map(() => "---"), ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
