import type { components } from "../../../generated/openapi.ts";
import { addDays } from "./oracle-calendar.ts";
import { type Dice, NAMES, type Population, pick } from "./population.ts";

type Schemas = components["schemas"];
type Filter = Schemas["QueryPropertyFilter"];

const maybe = <T extends object>(dice: Dice, probability: number, value: () => T) =>
  dice.chance(probability) ? value() : undefined;

export function newFilter(dice: Dice): Filter {
  return pick<Filter>(dice, [
    { key: "$browser", operator: "exact", value: ["Chrome", "Ünder/~"] },
    { key: "$browser", operator: "is_not", value: "Firefox" },
    { key: "$browser", operator: "icontains", value: "FIRE" },
    { key: "n", operator: "gt", value: 1 },
    { key: "n", operator: "exact", value: ["true", 2.5] },
    { key: "n", operator: "is_set" },
    { key: "a/b~c", operator: "is_not_set" },
    { key: "plan", type: "person", operator: "exact", value: "pro" },
    { key: "plan", type: "person", operator: "is_not", value: "pro" },
    { key: "size", type: "group", group_type_index: 0, operator: "exact", value: "large" },
    { key: "size", type: "group", group_type_index: 0, operator: "is_set" },
  ]);
}

export function newStep(dice: Dice): Schemas["QueryStep"] {
  const event = dice.chance(0.1) ? null : pick(dice, NAMES);
  return { kind: "EventsNode", event, ...maybe(dice, 0.25, () => ({ properties: [newFilter(dice)] })) };
}

const newSteps = (dice: Dice, min: number, max: number) =>
  Array.from({ length: dice.integer(min, max) }, () => newStep(dice));

function common(dice: Dice, { center }: Population) {
  const from = addDays(center, dice.integer(-9, 0));
  const dateRange = { date_from: from, date_to: addDays(from, dice.integer(0, 12)) };
  return {
    dateRange,
    ...maybe(dice, 0.3, () => ({ properties: [newFilter(dice)] })),
    ...maybe(dice, 0.2, () => ({ filterTestAccounts: true })),
  };
}

function newBreakdown(dice: Dice): Schemas["QueryBreakdown"] {
  const [breakdown, breakdown_type] = pick(dice, [
    ["$browser", "event"],
    ["a/b~c", "event"],
    ["plan", "person"],
  ] as const);
  return { breakdown, breakdown_type, ...maybe(dice, 0.5, () => ({ breakdown_limit: dice.integer(1, 2) })) };
}

/** Sometimes groups are counted, or groups of which there are none. */
const newGroups = (dice: Dice) =>
  maybe(dice, 0.3, () => ({ aggregation_group_type_index: pick(dice, [0, 0, 0, 1, null] as const) }));

const UNITS = ["day", "day", "week", "month", "hour"] as const;

export function newFunnel(dice: Dice, population: Population): Schemas["FunnelsQuery"] {
  const series = newSteps(dice, 2, 4);
  const funnelOrderType = pick(dice, ["ordered", "ordered", "strict", "unordered"] as const);
  const to = dice.integer(1, series.length - 1);
  const exclusion = () => ({ ...newStep(dice), funnelFromStep: dice.integer(0, to - 1), funnelToStep: to });
  const [funnelWindowInterval, funnelWindowIntervalUnit] = pick(dice, [
    [14, "day"],
    [1, "second"],
    [10, "minute"],
    [30, "minute"],
    [1, "day"],
    [1, "week"],
  ] as const);
  const attributions = ["first_touch", "last_touch", "all_events", "step"] as const;
  const breakdownAttributionType = pick(dice, attributions.slice(0, funnelOrderType === "unordered" ? 3 : 4));
  const funnelVizType = pick(dice, ["steps", "steps", "time_to_convert", "trends"] as const);
  return {
    kind: "FunnelsQuery",
    series,
    ...common(dice, population),
    ...newGroups(dice),
    ...(funnelVizType !== "time_to_convert" && maybe(dice, 0.4, () => ({ breakdownFilter: newBreakdown(dice) }))),
    interval: pick(dice, ["day", "week"] as const),
    funnelsFilter: {
      funnelOrderType,
      funnelVizType,
      funnelWindowInterval,
      funnelWindowIntervalUnit,
      ...maybe(dice, 0.7, () => ({
        breakdownAttributionType,
        breakdownAttributionValue: dice.integer(0, series.length - 1),
      })),
      ...(funnelVizType !== "steps" && maybe(dice, 0.5, () => ({ funnelFromStep: 0, funnelToStep: to }))),
      ...(funnelOrderType !== "unordered" &&
        maybe(dice, 0.4, () => ({ exclusions: Array.from({ length: dice.integer(1, 2) }, exclusion) }))),
      ...maybe(dice, 0.5, () => ({ binCount: dice.integer(1, 4) })),
    },
  };
}

export function newRetention(dice: Dice, population: Population): Schemas["RetentionQuery"] {
  const entity = () => {
    const { event, kind: _, ...rest } = newStep(dice);
    return { id: event ?? null, ...rest };
  };
  return {
    kind: "RetentionQuery",
    ...common(dice, population),
    ...newGroups(dice),
    retentionFilter: {
      period: pick(dice, ["Day", "Day", "Week", "Month", "Hour"] as const),
      totalIntervals: dice.integer(1, 12),
      retentionType: pick(dice, ["retention_first_time", "retention_recurring"] as const),
      ...maybe(dice, 0.5, () => ({ timeWindowMode: "24_hour_windows" as const })),
      ...maybe(dice, 0.8, () => ({ targetEntity: entity() })),
      ...maybe(dice, 0.8, () => ({ returningEntity: entity() })),
    },
  };
}

export function newLifecycle(dice: Dice, population: Population): Schemas["LifecycleQuery"] {
  const interval = pick(dice, UNITS);
  return {
    kind: "LifecycleQuery",
    series: newSteps(dice, 1, 1),
    interval,
    ...common(dice, population),
    ...newGroups(dice),
  };
}

export function newStickiness(dice: Dice, population: Population): Schemas["StickinessQuery"] {
  const groups = () => maybe(dice, 0.3, () => ({ math: "unique_group" as const, math_group_type_index: 0 }));
  return {
    kind: "StickinessQuery",
    series: newSteps(dice, 1, 2).map((step) => ({ ...step, ...groups() })),
    interval: pick(dice, UNITS),
    ...common(dice, population),
    ...maybe(dice, 0.4, () => ({ compareFilter: { compare: true, compare_to: pick(dice, ["-1w", null] as const) } })),
    ...maybe(dice, 0.3, () => ({ stickinessFilter: { computedAs: "cumulative" as const } })),
  };
}

export function newPaths(dice: Dice, population: Population): Schemas["PathsQuery"] {
  const items = ["/", "/p", "/q?a=", "a", "b", "Home", "Cart/"] as const;
  return {
    kind: "PathsQuery",
    ...common(dice, population),
    ...newGroups(dice),
    pathsFilter: {
      ...maybe(dice, 0.4, () => ({
        includeEventTypes: [pick(dice, ["$pageview", "$screen", "custom_event"] as const)],
      })),
      ...maybe(dice, 0.4, () => ({ startPoint: pick(dice, items) })),
      ...maybe(dice, 0.3, () => ({ excludeEvents: [pick(dice, items)] })),
      ...maybe(dice, 0.5, () => ({ stepLimit: dice.integer(2, 4) })),
      ...maybe(dice, 0.5, () => ({ edgeLimit: dice.integer(1, 6) })),
      ...maybe(dice, 0.2, () => ({ minEdgeWeight: 2 })),
      ...maybe(dice, 0.1, () => ({ maxEdgeWeight: 1 })),
    },
  };
}

export function newTrends(dice: Dice, population: Population): Schemas["TrendsQuery"] {
  const math = pick(dice, ["total", "dau", "sum", "weekly_active"] as const);
  const { event, properties = [] } = newStep(dice);
  return {
    kind: "TrendsQuery",
    series: [
      { kind: "EventsNode", event: event ?? null, properties, math, ...(math === "sum" && { math_property: "n" }) },
    ],
    interval: math === "weekly_active" ? "day" : pick(dice, UNITS),
    ...common(dice, population),
  };
}

export function newEvents(dice: Dice, population: Population): Schemas["EventsQuery"] {
  const { dateRange, ...filters } = common(dice, population);
  return {
    kind: "EventsQuery",
    select: ["uuid", "event", "timestamp", "properties.$browser", "person.properties.plan"],
    after: dateRange.date_from,
    before: `${dateRange.date_to}T12:30:00.001Z`,
    orderBy: ["timestamp DESC", "uuid"],
    ...filters,
    ...maybe(dice, 0.4, () => ({ event: pick(dice, NAMES) })),
    ...maybe(dice, 0.3, () => ({ personId: pick(dice, population.events).person.id })),
    ...maybe(dice, 0.3, () => ({ where: ["properties.n > 1", "event != 'a' -- not a"] })),
    limit: dice.integer(1, 20),
    offset: dice.integer(0, 3),
  };
}
