import { median } from "../report/statistics.ts";
import type { Comparison } from "./compare-questions.ts";
import type { CaptureFigures } from "./measure-capture.ts";

interface Report {
  readonly events: number;
  readonly memoryBytes: number;
  /** CPU time of storing all events, in seconds. */
  readonly storing: number;
  readonly filed: { readonly cpu: number; readonly files: number; readonly bytes: number };
  /** Bytes of the store. */
  readonly stored: number;
  readonly capture: CaptureFigures;
  readonly compared: readonly Comparison[];
  /** The most memory of the engine during the comparison, in bytes. */
  readonly peak: number;
}

const MICROS = 1e6;
const MIB = 2 ** 20;
/** What the process may take beside the memory of its settings. */
const ALLOWANCE_MIB = 256;

/** Returns the report as Markdown. */
export function formatReport({ events, memoryBytes, storing, filed, stored, capture, compared, peak }: Report): string {
  const rows = compared.map(({ name, asked, byHand, sqlite }) => {
    const ratios = asked.map((seconds, round) => seconds / (byHand[round] ?? Number.NaN));
    const cells = [name, number(median(asked), 2), spread(ratios, 2)];
    return `| ${[...cells, sqlite === null ? "–" : number(sqlite / median(asked), 0)].join(" | ")} |`;
  });
  const each = (seconds: number) => `${number((seconds / events) * MICROS, 1)} µs`;
  const allowed = memoryBytes / MIB + ALLOWANCE_MIB;
  const beside = `p99 of /capture/ without; beside ${capture.questions} questions, ms`;
  const [service, comparison] = [capture.peak, peak].map((bytes) => number(bytes / MIB, 0));
  const figures = [
    [
      `bytes per event: ${filed.files} files; SQLite`,
      `${number(filed.bytes / events, 1)}; ${number(stored / events, 0)}`,
    ],
    ["CPU per event: writing files; storing it", `${each(filed.cpu)}; ${each(storing)}`],
    ["writing × storing", number(filed.cpu / storing, 2)],
    [beside, `${spread(capture.without, 1)}; ${spread(capture.beside, 1)}`],
    ["× beside, by rounds", spread(ratiosOf(capture), 2)],
    [`most memory of the engine: service; this comparison, of ${allowed} MiB`, `${service}; ${comparison}`],
  ];
  return [
    `${events.toLocaleString("en")} events, Node ${process.version}; medians, with the least and the greatest.`,
    "",
    "| question | CPU time, s | × by hand | SQL in SQLite × |",
    "|---|---|---|---|",
    ...rows,
    "",
    "| figure | value |",
    "|---|---|",
    ...figures.map(([name, value]) => `| ${name} | ${value} |`),
  ].join("\n");
}

const ratiosOf = ({ without, beside }: CaptureFigures) =>
  beside.map((p99, round) => p99 / (without[round] ?? Number.NaN));
const number = (value: number, digits: number) => value.toFixed(digits);

function spread(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${number(median(values), digits)} (${number(least, digits)}–${number(most, digits)})`;
}
