import type { Schemas } from "../../../generated/openapi.ts";
import { eventsView, GROUP_EVENT, personIdSql, type ViewNeeds } from "../engine/project-views.ts";
import { stepsSql } from "./action-steps.ts";
import type { DateRange } from "./date-range.ts";
import type { ActionDefinition, FilterContext, GroupTypes, PropertyFilters } from "./filter-context.ts";
import { filterSql, groupKeySql } from "./property-filters.ts";
import type { QuestionContext } from "./question-context.ts";
import { instant, Parameters, type Statement } from "./statement.ts";

export type EventsNode = Schemas["EventsNode"];

export type EventCondition = Pick<EventsNode, "event" | "fixedProperties"> & {
  readonly properties?: PropertyFilters;
  /** The action that counts instead of events of a name. */
  readonly action?: ActionDefinition;
};

interface StatementOptions {
  readonly isForeign?: boolean;
  readonly groupIndex?: number | null | undefined;
  readonly parameters?: Parameters;
}

export class EventStatement implements FilterContext {
  readonly parameters: Parameters;
  readonly isForeign: boolean;
  readonly needs: ViewNeeds = { personId: false, personProperties: false, hotProperties: false, session: false };
  readonly groupTypes: GroupTypes;
  readonly #groupIndex: number | null;
  /** Whether series may have events of groups, which need not be those of a person. */
  #hasGroupEvents = false;

  /** `isForeign`: a client writes other parts. `groupIndex`: groups of this type count, not persons. */
  constructor(groupTypes: GroupTypes, { isForeign = false, groupIndex = null, parameters }: StatementOptions = {}) {
    this.groupTypes = groupTypes;
    this.#groupIndex = groupIndex;
    this.isForeign = isForeign;
    this.parameters = parameters ?? new Parameters(isForeign);
  }

  series({ event, properties, fixedProperties, action }: EventCondition): string {
    const { steps } = action ?? { steps: [{ event: event ?? null }] };
    this.#hasGroupEvents ||= steps.some((step) => [undefined, null, GROUP_EVENT].includes(step.event));
    const terms = [stepsSql(steps, this), filterSql(properties, this), filterSql(fixedProperties, this)];
    return `(${terms.filter((term) => term !== "true").join(" AND ") || "true"})`;
  }

  nested(): EventStatement {
    const { groupTypes, isForeign, parameters } = this;
    const nested = new EventStatement(groupTypes, { isForeign, parameters });
    nested.needs.personId = true;
    return nested;
  }

  filter(properties: PropertyFilters | undefined): string {
    return filterSql(properties, this);
  }

  within({ from, to }: DateRange): string {
    return `timestamp >= ${instant(from)} AND timestamp < ${instant(to)}`;
  }

  /** Returns the condition of events of a time that meet the others and have an actor. Call it after `series`. */
  where(range: DateRange, properties: PropertyFilters | undefined, ...others: readonly string[]): string {
    return [this.within(range), ...others, this.filter(properties), this.hasActor()].join(" AND ");
  }

  /** Returns SQL for the person of an event, or its group; null if it has none. */
  actor(): string {
    if (this.#groupIndex !== null) return groupKeySql(this.#groupIndex, this);
    this.needs.personId = true;
    return "events.person_id";
  }

  actorColumn(): string {
    return `${this.actor()} AS person_id`;
  }

  /** Returns columns that `withActors` turns into `person_id`, but group faster. Call it after `series`. */
  ownerColumns(): string {
    if (this.#groupIndex !== null) return this.actorColumn();
    return this.#hasGroupEvents ? `events.distinct_id, event = '${GROUP_EVENT}' AS is_of_group` : "events.distinct_id";
  }

  /** Returns their names, if persons count. */
  ownerNames(): string {
    return this.#hasGroupEvents ? "distinct_id, is_of_group" : "distinct_id";
  }

  /** Returns a source of rows with `person_id`. Several rows may have the same person. */
  withActors(rows: string): string {
    if (this.#groupIndex !== null) return `(${rows})`;
    const person = personIdSql(this.#hasGroupEvents ? "is_of_group" : "false");
    return `(SELECT ${person} AS person_id, source.* EXCLUDE (${this.ownerNames()})
      FROM (${rows}) AS source LEFT JOIN person_distinct_ids AS owners USING (distinct_id)
      ${this.#hasGroupEvents ? "WHERE NOT is_of_group OR owners.person_id IS NOT NULL" : ""})`;
  }

  /** Returns the condition of events with an actor; `withActors` drops the others. Call it after `series`. */
  hasActor(): string {
    if (this.#groupIndex !== null) return `${this.actor()} IS NOT NULL`;
    const isAsked = this.needs.personId && this.#hasGroupEvents;
    return isAsked ? `(event <> '${GROUP_EVENT}' OR events.person_id IS NOT NULL)` : "true";
  }

  /** Returns a statement with the values so far. */
  asked(sql: string): Statement {
    return { sql, values: this.parameters.values };
  }

  /** Returns the view to select from. Call it last: its columns depend on the other calls. */
  from(): string {
    if (this.isForeign) return "events";
    return `${eventsView(this.needs)} AS events`;
  }
}

/** Begins the statement of a question that counts persons, or groups of a type. */
export function statementOf(
  { aggregation_group_type_index: groupIndex }: { readonly aggregation_group_type_index?: number | null | undefined },
  { groupTypes }: QuestionContext,
): EventStatement {
  return new EventStatement(groupTypes, { groupIndex });
}
