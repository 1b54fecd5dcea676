import type { Steps } from "../../lib/threads/loop-turns.ts";
import type { FlagDefinition } from "../define/flag-definition.ts";
import { type CohortsById, NO_COHORTS } from "./cohort-rules.ts";
import { type CompiledFlag, compileFlag } from "./compile-flag.ts";
import type { EvaluatedSet } from "./evaluation.ts";
import { Outcomes, variantsOf } from "./outcome.ts";
import { type Dependency, PredicateCompiler } from "./predicate-compiler.ts";
import type { Property } from "./predicates.ts";
import { HashSeeds } from "./rollout-hashes.ts";

export interface FlagSet extends EvaluatedSet {
  readonly flags: readonly FlagDefinition[];
  readonly active: readonly FlagDefinition[];
  /** The active flags that are not for every program. */
  readonly scoped: readonly FlagDefinition[];
  /** The active flags, each after those that it depends on; last those that depend on a dependency cycle. */
  readonly evaluationOrder: readonly CompiledFlag[];
  readonly properties: readonly Property[];
  /** Whether all outcomes depend on the distinct id and properties of the person only, not on groups or the time. */
  readonly isByPerson: boolean;
}

let lastId = 0;

/** Prepares flags with distinct keys: once per version of them. `groupTypes` are the project's, by index. */
export function* flagSetSteps(
  flags: readonly FlagDefinition[],
  groupTypes: readonly string[],
  cohorts: CohortsById = NO_COHORTS,
): Steps<FlagSet> {
  const active = flags.filter((flag) => flag.active);
  const order = sortByDependencies(active);
  const circular = findCircular(active, order);
  const indexes = new Map(active.map((flag, index) => [flag, index]));
  const keys = new Set(flags.map(({ key }) => key));
  const compiled = new Map<string, CompiledFlag>();
  const seeds = new HashSeeds();
  const predicates = new PredicateCompiler(groupTypes, cohorts);
  const options = {
    groupTypes,
    predicates,
    seeds,
    outcomes: new Outcomes(),
    findFlag: (key: string): Dependency => compiled.get(key) ?? (keys.has(key) ? "inactive" : undefined),
    dependencies: new Set(active.flatMap(dependenciesOf)),
    isBroken: (flag: FlagDefinition) =>
      circular.has(flag) ||
      dependenciesOf(flag).some((key) => !keys.has(key) || compiled.get(key)?.broken !== undefined),
  };
  for (const flag of [...order, ...circular]) {
    compiled.set(flag.key, compileFlag(flag, indexes.get(flag) ?? -1, options));
    yield;
  }
  lastId += 1;
  return {
    id: lastId,
    flags,
    active,
    scoped: active.filter((flag) => flag.evaluation_runtime !== "all" || flag.evaluation_contexts.length > 0),
    evaluationOrder: [...compiled.values()],
    properties: predicates.properties,
    isByPerson: !predicates.dependOnTime && [...compiled.values()].every(isByPerson),
    predicateCount: predicates.predicateCount,
    seedCount: seeds.count,
    decisionBytes: 200 * predicates.properties.length + active.reduce((sum, flag) => sum + valueBytes(flag), 0),
  };
}

/** Returns the bytes of a reference to the outcome, and of the longest value as a member of a JSON object. */
function valueBytes({ key, filters }: FlagDefinition): number {
  return 20 + key.length + Math.max(5, ...variantsOf(filters).map((variant) => variant.key.length));
}

function isByPerson({ mayRead, subject, conditions }: CompiledFlag): boolean {
  return mayRead !== "more" && [subject, ...conditions.map(({ subject }) => subject)].every((one) => one === "person");
}

/** Returns whether the flag depends on a dependency cycle. Reads only the flags on which it depends. */
export function isCircular(flag: FlagDefinition, find: (key: string) => FlagDefinition | undefined): boolean {
  const visited = new Map<string, "open" | "done">();
  const visit = (one: FlagDefinition): boolean => {
    visited.set(one.key, "open");
    for (const key of dependenciesOf(one)) {
      const state = visited.get(key);
      if (state === "open") return true;
      const dependency = state === undefined ? find(key) : undefined;
      if (dependency?.active && visit(dependency)) return true;
    }
    visited.set(one.key, "done");
    return false;
  };
  return visit(flag);
}

function findCircular(active: readonly FlagDefinition[], sorted: readonly FlagDefinition[]): Set<FlagDefinition> {
  const others = new Set(active);
  for (const flag of sorted) others.delete(flag);
  return others;
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

export function dependenciesOf({ filters }: Pick<FlagDefinition, "filters">): string[] {
  const conditions = [...filters.groups, ...(filters.super_groups ?? [])];
  const properties = conditions.flatMap((condition) => condition.properties ?? []);
  return [...new Set(properties.filter(({ type }) => type === "flag").map(({ key }) => key))];
}
