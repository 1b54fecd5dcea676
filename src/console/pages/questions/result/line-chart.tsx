import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { clockOf, formatFigure } from "../../../components/format.ts";
import { useZone } from "../../../components/text.tsx";
import { type Note, timesOf } from "./notes.tsx";
import { colorOf, dashOf, type Line, onTheRight } from "./shown.ts";

/** More lines cannot be told apart. */
const MAX_LINES = 10;
const HEIGHT = 260;

interface LineChartProps {
  readonly days: readonly string[];
  readonly lines: readonly Line[];
  readonly name: string;
  readonly notes?: readonly Note[] | undefined;
}

const NO_NOTES: readonly Note[] = [];

export function LineChart({ days, lines, name, notes = NO_NOTES }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  const isDark = useDarkness();
  const isUnfinished = useUnfinished(days);
  const drawn = lines.slice(0, MAX_LINES);
  const isRight = onTheRight(drawn);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const size = () => ({ width: Math.max(200, element.clientWidth), height: HEIGHT });
    const parts = partsOf(drawn, isUnfinished);
    const options = { ...size(), ...lineOptions(element, days, parts, notes, setIndex) };
    const plot = new uPlot(options, [secondsOf(days), ...parts.map(({ data }) => [...data])], element);
    const observer = new ResizeObserver(() => plot.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [days, lines, notes, isDark, isUnfinished]);
  return (
    <figure>
      <div class="lines-plot" ref={place} role="img" aria-label={`Chart: ${name}. The table below has its numbers.`} />
      <figcaption class="row lines-legend small">
        {drawn.map((line, number) => (
          <span key={number} class="lines-key">
            <svg class="lines-swatch" viewBox="0 0 24 4" aria-hidden="true">
              <path
                d="M0 2h24"
                stroke={`var(--series-${colorOf(number)})`}
                stroke-width="3"
                stroke-dasharray={dashOf(line, number).join(" ")}
              />
            </svg>
            <span class="wrap-anywhere">{`${line.label}${isRight[number] ? " (right axis)" : ""}`}</span>
            {index !== null && <strong class="count">{formatFigure({ value: line.data[index] ?? null })}</strong>}
          </span>
        ))}
        {lines.length > MAX_LINES && (
          <span class="quiet">{`The first ${MAX_LINES} of ${lines.length}; the table has all.`}</span>
        )}
        {isUnfinished && <span class="quiet">Dotted: not over yet.</span>}
        <span class="lines-day wrap-anywhere quiet count">
          {index !== null &&
            [days[index], ...notes.filter((note) => note.index === index).map(({ text }) => text)].join(" · ")}
        </span>
      </figcaption>
    </figure>
  );
}

/** What is drawn of a line, in the color of its place. */
type Part = Line & { readonly number: number; readonly isRight: boolean; readonly isDotted?: boolean };

/** Returns lines as they are drawn: dotted to their last interval if it goes on. That of a time before is over. */
function partsOf(lines: readonly Line[], isUnfinished: boolean): Part[] {
  const sides = onTheRight(lines);
  return lines.flatMap((line, number) => {
    const part = { ...line, number, isRight: sides[number] === true };
    if (!isUnfinished || line.isPrevious) return part;
    const last = line.data.length - 1;
    const only = (isIn: (index: number) => boolean) => line.data.map((value, index) => (isIn(index) ? value : null));
    return [
      { ...part, data: only((index) => index < last) },
      { ...part, data: only((index) => index >= last - 1), isDotted: true },
    ];
  });
}

/** Returns whether the last interval goes on, by the clocks of the page. */
function useUnfinished(days: readonly string[]): boolean {
  const zone = useZone();
  const [before = 0, last = 0] = timesOf(days.slice(-2));
  return days.length > 1 && last + (last - before) > clockOf(zone, Date.now());
}

function useDarkness(): boolean {
  const [query] = useState(() => matchMedia("(prefers-color-scheme: dark)"));
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const update = () => setDark(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, [query]);
  return isDark;
}

const secondsOf = (days: readonly string[]) => timesOf(days).map((time) => time / 1000);

/** Returns how the plot looks, with the present colors of an element. */
function lineOptions(
  element: HTMLElement,
  days: readonly string[],
  parts: readonly Part[],
  notes: readonly Note[],
  onIndex: (index: number | null) => void,
): Omit<uPlot.Options, "width" | "height"> {
  const style = getComputedStyle(element);
  /** A canvas does not know the variables of style sheets. */
  const color = (name: string) => {
    element.style.color = `var(${name})`;
    return style.color;
  };
  const marks = color("--text");
  const axis = {
    stroke: color("--text-quiet"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { stroke: color("--line"), width: 1 },
    font: `12px ${style.fontFamily}`,
  };
  const isShort = days.length < 40;
  const [first = 0, second = Number.POSITIVE_INFINITY] = secondsOf(days);
  const spacing = second - first;
  const isWhole = parts.every(({ data }) => data.every((value) => value === null || Number.isInteger(value)));
  const numbers: uPlot.Axis = {
    ...axis,
    scale: "y",
    size: 56,
    values: (_, values) => values.map((value) => formatFigure({ value })),
    incrs: STEPS.filter((step) => !isWhole || step >= 1),
  };
  const range: uPlot.Scale.Range = (_, min, max) => [Math.min(0, min), Math.max(isWhole ? 1 : 0, max * 1.05) || 1];
  return {
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range }, right: { range } },
    axes: [
      {
        ...axis,
        size: 32,
        incrs: TIME_STEPS.filter((step) => step >= spacing || step === YEAR),
        values: (_, times, _axis, _space, step) => times.map(labelsEvery(step)),
      },
      numbers,
      ...(parts.some(({ isRight }) => isRight) ? [{ ...numbers, scale: "right", side: 1, grid: { show: false } }] : []),
    ],
    series: [
      {},
      ...parts.map(({ number, isRight, isDotted, ...line }) => ({
        label: line.label,
        scale: isRight ? "right" : "y",
        stroke: color(`--series-${colorOf(number)}`),
        width: 2,
        dash: isDotted ? [1, 5] : [...dashOf(line, number)],
        points: { show: isShort, size: 5 },
      })),
    ],
    hooks: {
      setCursor: [({ cursor }) => onIndex(cursor.idx ?? null)],
      drawClear: [
        (plot) => {
          plot.ctx.fillStyle = marks;
          const { top, height } = plot.bbox;
          const times = notes.map(({ index }) => plot.data[0][index] ?? Number.NaN);
          for (const time of new Set(times)) {
            const left = plot.valToPos(time, "x", true);
            plot.ctx.fillRect(left, top, 1, height);
            plot.ctx.fillRect(left, top, 8, 6); // a flag on its pole
          }
        },
      ],
    },
  };
}

const HOUR = 3600;
const DAY = 24 * HOUR;
/** What the library takes for a month and a year. */
const [MONTH, YEAR] = [30 * DAY, 365 * DAY];
const TIME_STEPS = [
  ...[1, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14].map((count) => count * DAY),
  ...[1, 3, 6].map((count) => count * MONTH),
  YEAR,
];

/** Round numbers between lines of the grid. */
const STEPS = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power));

/** `step` is in seconds. */
function labelsEvery(step: number): (seconds: number) => string {
  const parts: Intl.DateTimeFormatOptions =
    step < DAY
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : step < 28 * DAY
        ? { month: "short", day: "numeric" }
        : { month: "short", year: "numeric" };
  const format = new Intl.DateTimeFormat(undefined, { ...parts, timeZone: "UTC" });
  return (seconds) => format.format(new Date(seconds * 1000));
}
