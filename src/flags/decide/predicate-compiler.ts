import type { Millis } from "../../store/ports/common.ts";
import { hasPerson } from "../../store/records/cohort-persons.ts";
import type { PropertyFilter, PropertyOperator } from "../define/flag-definition.ts";
import { type CohortRules, type CohortsById, cohortsIn, compileCohort, NO_COHORTS } from "./cohort-rules.ts";
import { Undecided } from "./flag-context.ts";
import { compileMatcher, type Matcher, matchesWhenAbsent } from "./match-property.ts";
import {
  comparison,
  constant,
  dependency,
  groupProperty,
  not,
  type Predicate,
  type Property,
  personProperty,
  personUuid,
  type StoredData,
  shared,
} from "./predicates.ts";

/** Whose properties and identifier a condition uses: the person's, or those of the request's group of a type. */
export type Subject = "person" | { readonly groupType: string | undefined };

/** A flag on which others may depend. Inactive flags are off. */
export type Dependency = { readonly index: number; readonly mayRead: StoredData } | "inactive" | undefined;

/** Prepares the predicates of one flag set. Equal predicates, and equal properties, become one. */
export class PredicateCompiler {
  readonly #groupTypes: readonly string[];
  readonly #properties = new Map<string, Property>();
  readonly #predicates = new Map<string, Predicate>();
  readonly #cohorts: CohortsById;
  /** When persons were found, by the id of a cohort. */
  readonly #times = new Map<number, Millis>();
  #dependOnTime = false;
  /** Cohorts that are being compiled: one of itself is in none. */
  readonly #within = new Set<number>();

  constructor(groupTypes: readonly string[], cohorts: CohortsById = NO_COHORTS) {
    this.#groupTypes = groupTypes;
    this.#cohorts = cohorts;
  }

  get properties(): readonly Property[] {
    return [...this.#properties.values()];
  }

  /** Whether a predicate compares a property with the time of the decision. */
  get dependOnTime(): boolean {
    return this.#dependOnTime;
  }

  get predicateCount(): number {
    return this.#predicates.size;
  }

  compile(filter: PropertyFilter, subject: Subject, findFlag: (key: string) => Dependency): Predicate {
    if (filter.type === "cohort") {
      const predicate = this.#memberOf(Number(filter.value), findFlag);
      return filter.operator === "not_in" ? not(predicate) : predicate;
    }
    if (filter.type === "flag") return dependencyTest(filter, findFlag(filter.key));
    if (filter.operator === "flag_evaluates_to") return constant(false);
    const operator = (filter.operator ?? "exact") as PropertyOperator;
    if (operator.startsWith("is_date")) this.#dependOnTime = true;
    const whenAbsent = matchesWhenAbsent(operator);
    const property = this.#propertyOf(filter, subject);
    if (property === "absent") return constant(whenAbsent);
    const matches = () => matcherOf(filter, operator);
    const isLong = Array.isArray(filter.value) && filter.value.length > MAX_SHARED_ITEMS;
    const value = isLong ? { unique: this.#predicates.size } : filter.value;
    const name = JSON.stringify([property.index, operator, value]);
    return intern(this.#predicates, name, (index) => shared(index, comparison(property, matches(), whenAbsent)));
  }

  /** Cohorts are of persons, whatever the condition is about. */
  #memberOf(id: number, findFlag: (key: string) => Dependency): Predicate {
    const name = `cohort ${id}`;
    const known = this.#predicates.get(name);
    if (known !== undefined) return known;
    const undecided = (why: string, of: "unsupported" | "never") =>
      constant(new Undecided({ of, why: `${name} ${why}` }));
    const cohort = this.#cohorts.get(id);
    if (cohort === undefined || this.#within.has(id)) return undecided("is unknown", "unsupported");
    if (cohort.isStored) return this.#storedMember(cohort) ?? undecided("is without its persons yet", "never");
    this.#within.add(id);
    const predicate = compileCohort(cohort.group, (filter) => this.compile(filter, "person", findFlag));
    this.#within.delete(id);
    return intern(this.#predicates, name, (index) => shared(index, predicate));
  }

  /** Returns since when the persons are known of the cohorts that conditions test; of the oldest, if of some. */
  foundAt(conditions: readonly PropertyFilter[]): Millis | undefined {
    const times = conditions.map(({ type, value }) => (type === "cohort" ? this.#foundAt(Number(value)) : LATEST));
    const oldest = Math.min(...times, LATEST);
    return oldest === LATEST ? undefined : oldest;
  }

  /** Many conditions may test a cohort that has many others in it. */
  #foundAt(id: number): Millis {
    const known = this.#times.get(id);
    if (known !== undefined) return known;
    const tested = cohortsIn({ type: "cohort", value: id }, this.#cohorts);
    const time = Math.min(...[...tested].map((one) => this.#cohorts.get(one)?.persons?.at ?? LATEST));
    this.#times.set(id, time);
    return time;
  }

  #storedMember({ id, persons }: CohortRules): Predicate | undefined {
    const uuid = intern(this.#properties, "uuid of the person", personUuid);
    return (
      persons &&
      intern(this.#predicates, `cohort ${id}`, (index) => {
        return shared(
          index,
          comparison(uuid, ({ value }) => hasPerson(persons, String(value)), false),
        );
      })
    );
  }

  personProperty(key: string): Property {
    return intern(this.#properties, JSON.stringify([key]), (index) => personProperty(index, key));
  }

  /** A filter without a type reads the subject's property. */
  #propertyOf({ key, type, group_type_index: index }: PropertyFilter, subject: Subject): Property | "absent" {
    if ((type ?? (subject === "person" ? "person" : "group")) === "person") return this.personProperty(key);
    const subjectType = subject === "person" ? undefined : subject.groupType;
    const groupType = typeof index === "number" ? this.#groupTypes[index] : subjectType;
    if (groupType === undefined) return "absent";
    return intern(this.#properties, JSON.stringify([key, groupType]), (at) => groupProperty(at, key, groupType));
  }
}

/** Later than any time: none depends on found persons. */
const LATEST = Number.POSITIVE_INFINITY;

/** Long lists are seldom equal, and their names would take as much memory again. */
const MAX_SHARED_ITEMS = 100;

/** Flags that have not changed are prepared again with those that have. */
const matchers = new WeakMap<PropertyFilter, Matcher>();

function matcherOf(filter: PropertyFilter, operator: PropertyOperator): Matcher {
  const matcher = matchers.get(filter) ?? compileMatcher(operator, filter.value);
  matchers.set(filter, matcher);
  return matcher;
}

/** A missing flag matches no value, not even false. */
function dependencyTest({ value }: PropertyFilter, flag: Dependency): Predicate {
  if (flag === undefined) return constant(false);
  return flag === "inactive" ? constant(value === false) : dependency(flag, value);
}

function intern<T, One extends T>(items: Map<string, T>, name: string, make: (index: number) => One): T {
  const known = items.get(name);
  if (known !== undefined) return known;
  const item = make(items.size);
  items.set(name, item);
  return item;
}
