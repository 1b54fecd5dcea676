import { groupBy } from "../../../../lib/group-by.ts";
import { formatFigure } from "../../../components/format.ts";
import type { OfKind, Results, Schemas } from "../question.ts";
import { type BreakdownValue, breakdownLabel, seriesLabel, valueLabel } from "./labels.ts";
import { type Actors, type Bar, type Cell, fills, number, type Shown, text } from "./shown.ts";

type Step = Schemas["FunnelResult"];
type Query = OfKind<"FunnelsQuery">;

export function showFunnel(query: Query, results: readonly Results["FunnelsQuery"][]): Shown {
  const isDivided = Array.isArray(results[0]);
  const funnels = isDivided ? results.map((steps) => [steps].flat()) : [results.flat()];
  const label = (steps: readonly Step[]) => (isDivided ? valueLabel(steps[0]?.breakdown_value ?? "") : "");
  return {
    columns: [
      ...(isDivided ? [text(breakdownLabel(query.breakdownFilter))] : []),
      text("Step"),
      ...["Persons", "Of all", "Of step before", "Left before", "Median time"].map(number),
    ],
    rows: funnels.flatMap((steps) =>
      steps.map((_, order) => [...(isDivided ? [label(steps)] : []), ...rowOf(query, steps, order)]),
    ),
    chart: {
      kind: "bars",
      groups: funnels.map((steps) => ({
        label: label(steps),
        bars: steps.map((_, order) => barOf(query, steps, order)),
      })),
    },
    isEmpty: funnels.every((steps) => !steps[0]?.count),
  };
}

function rowOf(query: Query, steps: readonly Step[], order: number): Cell[] {
  const { count = 0, median_conversion_time = null, breakdown_value } = steps[order] ?? {};
  const [first, before] = [steps[0]?.count ?? 0, steps[order - 1]?.count];
  const name = nameOf(query, order);
  const actors = (funnelStep: number) => actorsOf(query, funnelStep, breakdown_value);
  const reached: Cell[] = [
    `${order + 1}. ${name}`,
    { value: count, actors: actors(order + 1), means: `Reached step ${order + 1}, ${name}` },
    { value: part(count, first), unit: "share" },
  ];
  if (before === undefined) return [...reached, null, null, null];
  return [
    ...reached,
    { value: part(count, before), unit: "share" },
    { value: before - count, actors: actors(-(order + 1)), means: `Left before step ${order + 1}, ${name}` },
    { value: median_conversion_time, unit: "seconds" },
  ];
}

function barOf(query: Query, steps: readonly Step[], order: number): Bar {
  const value = steps[order]?.count ?? 0;
  const share = part(value, steps[0]?.count ?? 0);
  const label = `${order + 1}. ${nameOf(query, order)}`;
  return { label, value, share: share ?? 0, note: formatFigure({ value: share, unit: "share" }) };
}

const nameOf = ({ series }: Query, order: number) => {
  const { event, name, custom_name } = series[order] ?? {};
  return seriesLabel({ event: event ?? null, name: name ?? null, custom_name: custom_name ?? null });
};

function actorsOf(source: Query, funnelStep: number, value?: BreakdownValue): Actors {
  const funnelStepBreakdown = value === undefined ? {} : { funnelStepBreakdown: [value].flat().map(String) };
  return { kind: "FunnelsActorsQuery", source, funnelStep, ...funnelStepBreakdown };
}

const part = (count: number, of: number) => (of === 0 ? null : count / of);

type PathEdge = Results["PathsQuery"];

export function showPaths(query: OfKind<"PathsQuery">, results: readonly PathEdge[]): Shown {
  const edges = results.toSorted((a, b) => stepOf(a) - stepOf(b) || b.value - a.value);
  const share = fills(edges.map(({ value }) => value));
  const steps = groupBy(edges, stepOf);
  const short = shortener(edges.flatMap(({ source, target }) => [itemOf(source), itemOf(target)]));
  return {
    columns: [number("Step"), text("From"), text("To"), number("Paths"), number("Average time")],
    rows: edges.map((edge) => {
      const { source, target, value, average_conversion_time: time } = edge;
      const pathsFilter = { ...query.pathsFilter, pathStartKey: source, pathEndKey: target };
      const actors = { kind: "InsightActorsQuery" as const, source: { ...query, pathsFilter } };
      return [
        { value: stepOf(edge) },
        itemOf(source),
        itemOf(target),
        { value, actors, means: `${itemOf(source)} → ${itemOf(target)}` },
        { value: time === null ? null : time / 1000, unit: "seconds" },
      ];
    }),
    chart: {
      kind: "bars",
      groups: [...steps].map(([step, list]) => ({
        label: `Step ${step} to ${step + 1}`,
        bars: list.slice(0, 8).map(({ source, target, value }) => {
          return { label: `${short(itemOf(source))} → ${short(itemOf(target))}`, value, share: share(value) };
        }),
      })),
    },
    isEmpty: edges.length === 0,
  };
}

const stepOf = ({ source }: PathEdge) => Number.parseInt(source, 10);
const itemOf = (end: string) => end.slice(end.indexOf("_") + 1);

/** Shortens addresses if all are of one site. */
function shortener(items: readonly string[]): (item: string) => string {
  const origins = new Set(items.map((item) => /^https?:\/\/[^/]+/.exec(item)?.[0]));
  const [origin = ""] = origins;
  return origins.size === 1 ? (item) => item.slice(origin.length) || "/" : (item) => item;
}
