import type { OfKind } from "../model/question.ts";
import { fills, groupBy, number, type Shown, text } from "./shown.ts";

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly average_conversion_time: number | null;
}

export function showPaths(query: OfKind<"PathsQuery">, results: readonly unknown[]): Shown {
  const edges = (results as readonly Edge[]).toSorted((a, b) => stepOf(a) - stepOf(b) || b.value - a.value);
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

const stepOf = ({ source }: Edge) => Number.parseInt(source, 10);
const itemOf = (end: string) => end.slice(end.indexOf("_") + 1);

/** Shortens addresses if all are of one site. */
function shortener(items: readonly string[]): (item: string) => string {
  const origins = new Set(items.map((item) => /^https?:\/\/[^/]+/.exec(item)?.[0]));
  const [origin = ""] = origins;
  return origins.size === 1 ? (item) => item.slice(origin.length) || "/" : (item) => item;
}
