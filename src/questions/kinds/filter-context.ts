import type { Schemas } from "../../../generated/openapi.ts";
import type { ViewNeeds } from "../engine/project-views.ts";
import type { Parameters } from "./statement.ts";

export type PropertyFilter = Schemas["QueryPropertyFilter"] & {
  /** Of one on a cohort. */
  readonly cohort?: CohortDefinition;
};
interface PropertyGroup {
  readonly type: "AND" | "OR";
  readonly values: readonly (PropertyFilter | PropertyGroup)[];
}
/** Conditions of a question; its groups may be nested deeper than a client nests them. */
export type PropertyFilters = readonly PropertyFilter[] | PropertyGroup;

/** Group types by index. */
export type GroupTypes = readonly string[];

export interface FilterContext {
  readonly parameters: Parameters;
  readonly needs: ViewNeeds;
  readonly groupTypes: GroupTypes;
  /** Whether a client writes other parts of the SQL: then names are those of its tables. */
  readonly isForeign: boolean;
  /** Returns a part of the SQL that selects other events. */
  readonly nested: () => NestedEvents;
}

export interface NestedEvents {
  readonly series: (condition: NestedCondition) => string;
  /** Returns the view, with `person_id`. Call it last. */
  readonly from: () => string;
}

interface NestedCondition {
  readonly event?: string | null;
  readonly action?: ActionDefinition;
  readonly properties?: PropertyFilters;
}

export type ActionStep = Schemas["ActionStep"];

/** An action as a question has it. */
export interface ActionDefinition {
  readonly id: number;
  readonly name: string;
  readonly steps: readonly ActionStep[];
}

type CohortField = Schemas["CohortCondition"];

/** A condition of a cohort, as a question has it. */
export interface CohortCondition extends CohortField {
  readonly cohort?: CohortDefinition;
  readonly action?: ActionDefinition;
  readonly followingAction?: ActionDefinition;
  /** Of what a person did: since when, and how long before now, or after it, what matters too. */
  readonly since?: number;
  readonly withinMs?: number;
  readonly now?: number;
}

export interface CohortGroup {
  readonly type?: "AND" | "OR";
  readonly values?: readonly (CohortGroup | CohortCondition)[];
}

/** A cohort as a question has it. */
export interface CohortDefinition {
  readonly id: number;
  readonly name: string;
  /** Of a static one. */
  readonly distinctIds?: readonly string[];
  readonly properties: CohortGroup;
}
