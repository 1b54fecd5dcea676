import type { components } from "../../../generated/openapi.ts";
import { addDays, dateAt } from "./oracle-calendar.ts";
import type { ExportedEvent, Population } from "./population.ts";

type Filter = components["schemas"]["QueryPropertyFilter"];
type Node = Pick<components["schemas"]["QueryStep"], "event" | "properties">;

/** Returns the text of a property of an event, its person or its company. */
export function propertyText(event: ExportedEvent, { groups }: Population, key: string, type = "event"): string | null {
  const { company } = (event.properties.$groups ?? {}) as { readonly company?: string };
  const group = company === undefined ? undefined : groups.get(company);
  const owner = type === "person" ? event.person.properties : type === "group" ? (group ?? {}) : event.properties;
  const value = Object.hasOwn(owner, key) ? owner[key] : null;
  return value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);
}

export function meets(event: ExportedEvent, population: Population, filter: Filter): boolean {
  const text = propertyText(event, population, filter.key, filter.type);
  const value = String(filter.value);
  const values = Array.isArray(filter.value) ? filter.value.map(String) : [value];
  switch (filter.operator) {
    case "exact":
      return text !== null && values.includes(text);
    case "is_not":
      return text === null || !values.includes(text);
    case "is_set":
      return text !== null;
    case "is_not_set":
      return text === null;
    case "icontains":
      return text?.toLowerCase().includes(value.toLowerCase()) ?? false;
    case "gt":
      return text !== null && /^-?[\d.]+$/.test(text) && Number(text) > Number(value);
    default:
      throw new Error(`The oracle does not know ${filter.operator}.`);
  }
}

export function isOf(event: ExportedEvent, population: Population, { event: name, properties = [] }: Node): boolean {
  return (name ?? event.event) === event.event && properties.every((filter) => meets(event, population, filter));
}

/** Returns the population in which the companies act that events have, if a question counts groups of their type. */
export function counted(population: Population, groupIndex: number | null | undefined): Population {
  if (typeof groupIndex !== "number") return population;
  const events = population.events.flatMap((event) => {
    const { company } = (event.properties.$groups ?? {}) as { readonly company?: string };
    return groupIndex !== 0 || company === undefined ? [] : [{ ...event, person: { ...event.person, id: company } }];
  });
  return { ...population, events };
}

/** Conditions of the project that take out test accounts. */
export const TEST_ACCOUNTS: readonly Filter[] = [
  { key: "plan", type: "person", operator: "is_not", value: "pro" },
  { key: "$browser", operator: "is_not", value: ["Firefox"] },
];

interface Asked {
  readonly filterTestAccounts?: boolean | null;
  readonly dateRange?: { readonly date_from?: string | null; readonly date_to?: string | null };
  readonly properties?: unknown;
}

/** Returns the events that meet the question's conditions, apart from its dates. */
export function filtered(population: Population, { properties = [], filterTestAccounts }: Asked): ExportedEvent[] {
  const filters = [...(properties as readonly Filter[]), ...(filterTestAccounts ? TEST_ACCOUNTS : [])];
  return population.events.filter((event) => filters.every((filter) => meets(event, population, filter)));
}

/** Returns the first and the last date of a question. */
export function datesOf(population: Population, { dateRange }: Asked): readonly [string, string] {
  return [dateRange?.date_from ?? addDays(population.center, -3), dateRange?.date_to ?? population.center];
}

export function isWithin(population: Population, event: ExportedEvent, [from, to]: readonly [string, string]): boolean {
  const date = dateAt(population, event.timestamp);
  return from <= date && date <= to;
}

/** Returns lists of the items with the same key. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
