import type { Figures } from "../measure.ts";
import type { Measured } from "../rounds.ts";
import type { ServerKind } from "../servers/servers.ts";
import type { Workload } from "../workloads/workload.ts";
import { formatSpread } from "./statistics.ts";

/** All measurements of a workload. */
export interface Result {
  readonly workload: Workload;
  readonly measured: readonly Measured[];
}

/** Returns a server's multiple of another's figure, for each round. */
export function multiples(ours: Measured, others: Measured | undefined, figure: keyof Figures): number[] {
  return ours.rounds.map((round, index) => Number(round[figure]) / Number(others?.rounds[index]?.[figure]));
}

/** Returns the report as Markdown. */
export function formatMarkdown(results: readonly Result[], kinds: readonly ServerKind[]): string {
  const servers = kinds.map(({ name, description }) => {
    const all = results.flatMap(({ measured }) => measured.filter(({ server }) => server === name));
    return {
      server: name,
      "what it does": description,
      "ready after, ms": formatSpread(
        all.map(({ startMs }) => startMs),
        0,
      ),
      "RSS at rest, MB": formatSpread(
        all.map(({ restBytes }) => restBytes / 1e6),
        0,
      ),
    };
  });
  return [...results.map(formatResult), formatTable(servers)].join("\n\n");
}

function formatResult({ workload: { title, events, name }, measured }: Result): string {
  const bare = measured.find(({ server }) => server === "bare");
  const ours = measured.find(({ server }) => server === "sightline");
  const rows = measured.map((each) => {
    const of = (figure: keyof Figures, digits: number, factor = 1) => {
      const known = each.rounds.flatMap((round) => round[figure] ?? []);
      return formatSpread(
        known.map((value) => value * factor),
        digits,
      );
    };
    return {
      server: each.server,
      "CPU µs/request": of("cpuMicros", 1),
      ...(bare && { "× bare": formatSpread(multiples(each, bare, "cpuMicros"), 2) }),
      ...(ours && { "× sightline": formatSpread(multiples(each, ours, "cpuMicros"), 2) }),
      "requests/s": of("requestsPerSecond", 0),
      ...(events > 1 && {
        "CPU µs/event": of("cpuMicros", 2, 1 / events),
        "events/s stored": of("eventsPerSecond", 0),
      }),
      "p50 ms": of("p50Ms", 1),
      "p99 ms": of("p99Ms", 1),
      "p99.9 ms": of("p999Ms", 1),
      "memory, + MB": of("grownBytes", 0, 1e-6),
      failed: of("failed", 0),
    };
  });
  return `### ${title} (${name})\n\n${formatTable(rows)}`;
}

function formatTable(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, columns.map(() => "---"), ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
