import { useEffect, useState } from "preact/hooks";
import type { Chart as ChartOf } from "../presentation/shown.ts";
import { BarChart } from "./bar-chart.tsx";

interface ChartProps {
  readonly chart: ChartOf;
  readonly name: string;
}
type LineChart = typeof import("./line-chart.tsx").LineChart;

/** A chart; the table beside it has the same numbers. */
export function Chart({ chart, name }: ChartProps) {
  if (chart.kind === "bars") return <BarChart groups={chart.groups} name={name} />;
  return <LoadedLines {...{ chart, name }} />;
}

let loaded: LineChart | null = null;

/** The library for lines is loaded when there are some. */
function LoadedLines({ chart, name }: { readonly chart: ChartOf & { kind: "lines" }; readonly name: string }) {
  const [Lines, setLines] = useState<LineChart | null>(() => loaded);
  useEffect(() => {
    if (loaded) return;
    void import("./line-chart.tsx").then(({ LineChart }) => {
      loaded = LineChart;
      setLines(() => LineChart);
    });
  }, []);
  return Lines ? <Lines {...chart} name={name} /> : <div class="lines-plot" />;
}
