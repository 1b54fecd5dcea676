import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { formatFigure } from "../presentation/format.ts";
import type { Line } from "../presentation/shown.ts";
import { colorOf, dashOf } from "./line-looks.ts";
import { lineOptions, timesOf } from "./line-options.ts";

interface LineChartProps {
  readonly days: readonly string[];
  readonly lines: readonly Line[];
  readonly name: string;
}

/** More lines cannot be told apart. */
const MAX_LINES = 10;
const HEIGHT = 260;

export function LineChart({ days, lines, name }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  const isDark = useDarkness();
  const drawn = lines.slice(0, MAX_LINES);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const size = () => ({ width: Math.max(200, element.clientWidth), height: HEIGHT });
    const options = { ...size(), ...lineOptions(element, days, drawn, setIndex) };
    const plot = new uPlot(options, [timesOf(days), ...drawn.map(({ data }) => [...data])], element);
    const observer = new ResizeObserver(() => plot.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [days, lines, isDark]);
  return (
    <figure class="lines">
      <div class="lines-plot" ref={place} role="img" aria-label={`Chart: ${name}. The table below has its numbers.`} />
      <figcaption class="lines-legend small">
        {drawn.map((line, number) => (
          <span key={number} class="lines-key">
            <svg class={`lines-swatch series-${colorOf(number)}`} viewBox="0 0 24 4" aria-hidden="true">
              <path
                d="M0 2h24"
                stroke="currentColor"
                stroke-width="3"
                stroke-dasharray={dashOf(line, number).join(" ")}
              />
            </svg>
            <span class="wrap-anywhere">{line.label}</span>
            {index !== null && <strong class="count">{formatFigure({ value: line.data[index] ?? null })}</strong>}
          </span>
        ))}
        {lines.length > MAX_LINES && (
          <span class="quiet">{`The first ${MAX_LINES} of ${lines.length}; the table has all.`}</span>
        )}
        <span class="lines-day">{index === null ? "" : days[index]}</span>
      </figcaption>
    </figure>
  );
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
