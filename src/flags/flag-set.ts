import type { Condition, FlagDefinition } from "./flag-definition.ts";

/** A project's flags, made ready to be decided many times. */
export interface FlagSet {
  readonly flags: readonly FlagDefinition[];
  readonly byKey: ReadonlyMap<string, FlagDefinition>;
  /** The active flags, each after those that it depends on. */
  readonly evaluationOrder: readonly FlagDefinition[];
  /** The keys of active flags that depend on themselves, or on a flag that does. */
  readonly circularKeys: ReadonlySet<string>;
  /** Each flag's conditions in the order in which they are tried: those that force a variant come first. */
  readonly conditions: ReadonlyMap<string, readonly Condition[]>;
}

/** Makes flags with distinct keys ready. Do this once for each version of a project's flags. */
export function buildFlagSet(flags: readonly FlagDefinition[]): FlagSet {
  const byKey = new Map(flags.map((flag) => [flag.key, flag]));
  const active = flags.filter((flag) => flag.active);
  const order = sortByDependencies(active);
  const ordered = new Set(order);
  return {
    flags,
    byKey,
    evaluationOrder: order,
    circularKeys: new Set(active.filter((flag) => !ordered.has(flag)).map((flag) => flag.key)),
    conditions: new Map(active.map((flag) => [flag.key, sortForEvaluation(flag.filters.groups)])),
  };
}

/** In the order in which they are tried: those that force a variant come first. */
export function sortForEvaluation(conditions: readonly Condition[]): readonly Condition[] {
  return [...conditions].sort((a, b) => Number(Boolean(b.variant)) - Number(Boolean(a.variant)));
}

/** Dependencies before dependents; what is part of a circle, or depends on one, is left out. */
function sortByDependencies(active: readonly FlagDefinition[]): FlagDefinition[] {
  const waitingFor = new Map<FlagDefinition, number>();
  const dependents = new Map<string, FlagDefinition[]>(active.map((flag) => [flag.key, []]));
  for (const flag of active) {
    const dependencies = dependenciesOf(flag).filter((key) => dependents.has(key));
    waitingFor.set(flag, dependencies.length);
    for (const key of dependencies) dependents.get(key)?.push(flag);
  }
  const order = active.filter((flag) => waitingFor.get(flag) === 0);
  for (const flag of order) {
    for (const dependent of dependents.get(flag.key) ?? []) {
      const left = (waitingFor.get(dependent) ?? 0) - 1;
      waitingFor.set(dependent, left);
      if (left === 0) order.push(dependent);
    }
  }
  return order;
}

function dependenciesOf({ filters }: FlagDefinition): string[] {
  const conditions = [...filters.groups, ...(filters.super_groups ?? [])];
  const properties = conditions.flatMap((condition) => condition.properties ?? []);
  return [...new Set(properties.filter(({ type }) => type === "flag").map(({ key }) => key))];
}
