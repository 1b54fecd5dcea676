import type { components } from "../../../generated/openapi.ts";
import { eventsView, type ViewNeeds } from "../engine/project-views.ts";
import type { DateRange } from "./date-range.ts";
import { type FilterContext, filterSql, type GroupTypes, type PropertyFilters } from "./property-filters.ts";
import { instant, Parameters } from "./statement.ts";

export type EventsNode = components["schemas"]["EventsNode"];

/** Which events a series, a step or an exclusion has. */
export type EventCondition = Pick<EventsNode, "event" | "properties" | "fixedProperties">;

/** Writes the parts of one statement about events. */
export class EventStatement implements FilterContext {
  readonly parameters: Parameters;
  readonly isForeign: boolean;
  readonly needs: ViewNeeds = { personId: false, personProperties: false, hotProperties: false };
  readonly groupTypes: GroupTypes;

  /** With `isForeign` a client writes other parts. */
  constructor(groupTypes: GroupTypes, isForeign = false) {
    this.groupTypes = groupTypes;
    this.isForeign = isForeign;
    this.parameters = new Parameters(isForeign);
  }

  /** Returns the condition that events of a series meet. */
  series({ event, properties, fixedProperties }: EventCondition): string {
    const name = event === null || event === undefined ? [] : [`event = ${this.parameters.add(event)}`];
    const terms = [...name, filterSql(properties, this), filterSql(fixedProperties, this)];
    return `(${terms.filter((term) => term !== "true").join(" AND ") || "true"})`;
  }

  filter(properties: PropertyFilters | undefined): string {
    return filterSql(properties, this);
  }

  within({ from, to }: DateRange): string {
    return `timestamp >= ${instant(from)} AND timestamp < ${instant(to)}`;
  }

  /** Returns the column of the person of an event. */
  person(): string {
    this.needs.personId = true;
    return "person_id";
  }

  /** Returns the view to select from; call it after everything that it needs. */
  from(): string {
    if (this.isForeign) return "events";
    return `${eventsView(this.needs)} AS events`;
  }
}
