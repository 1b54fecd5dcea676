import type { Condition, FlagDefinition } from "./flag-definition.ts";

/** A project's flags, prepared for repeated evaluation. */
export interface FlagSet {
  readonly flags: readonly FlagDefinition[];
  readonly byKey: ReadonlyMap<string, FlagDefinition>;
  /** The active flags; each follows those that it depends on. */
  readonly evaluationOrder: readonly FlagDefinition[];
  /** Keys of the active flags that depend, directly or not, on a dependency cycle. */
  readonly circularKeys: ReadonlySet<string>;
  /** Each active flag's conditions in evaluation order. */
  readonly conditions: ReadonlyMap<string, readonly Condition[]>;
}

/** Prepares flags with distinct keys. Call it once per version of a project's flags. */
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

/** Returns the conditions in evaluation order: those that force a variant first. */
export function sortForEvaluation(conditions: readonly Condition[]): readonly Condition[] {
  return [...conditions].sort((a, b) => Number(Boolean(b.variant)) - Number(Boolean(a.variant)));
}

/** Returns dependencies before dependents, without flags that depend on a cycle. */
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
      const remaining = (waitingFor.get(dependent) ?? 0) - 1;
      waitingFor.set(dependent, remaining);
      if (remaining === 0) order.push(dependent);
    }
  }
  return order;
}

function dependenciesOf({ filters }: FlagDefinition): string[] {
  const conditions = [...filters.groups, ...(filters.super_groups ?? [])];
  const properties = conditions.flatMap((condition) => condition.properties ?? []);
  return [...new Set(properties.filter(({ type }) => type === "flag").map(({ key }) => key))];
}
