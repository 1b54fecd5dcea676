import { HOT_PROPERTIES, hotColumn } from "../hot-properties.ts";
import { COMPATIBLE_MACROS } from "./compatible-macros.ts";
import { PROPERTY_MACROS } from "./half-pairs.ts";

/** The columns beyond those of the table that a query of `events` needs: each costs a join, or parsing. */
export interface ViewNeeds {
  personId: boolean;
  personProperties: boolean;
  hotProperties: boolean;
}

/** Properties that files have as columns, with the column's name. */
export const HOT_COLUMN_NAMES: ReadonlyMap<string, string> = new Map(
  HOT_PROPERTIES.map((name) => [name, hotColumn(name)]),
);

/** Returns the name of the view of events that has what is needed. */
export function eventsView({ personId, personProperties, hotProperties }: ViewNeeds): string {
  return `live_events${personId ? "_p" : ""}${personProperties ? "_q" : ""}${hotProperties ? "_h" : ""}`;
}

const COLUMNS = "uuid, event, distinct_id, timestamp, created_at, properties";
const HOT_COLUMNS = [...HOT_COLUMN_NAMES.values()].join(", ");

/** Returns the statements that define everything but the tables and `filed_events`. */
export function viewStatements(): string[] {
  const parsed = [...HOT_COLUMN_NAMES].map(([name, column]) => `property_text(properties, '/${name}') AS ${column}`);
  return [
    ...PROPERTY_MACROS,
    ...COMPATIBLE_MACROS,
    `CREATE VIEW live_source AS SELECT ${COLUMNS}, ${HOT_COLUMNS} FROM filed_events
      UNION ALL SELECT ${COLUMNS}, ${parsed.join(", ")} FROM stored_events`,
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
      eventsViewStatement({
        personId: (bits & 1) > 0,
        personProperties: (bits & 2) > 0,
        hotProperties: (bits & 4) > 0,
      }),
    ),
    SESSIONS_VIEW,
  ];
}

/** Events of visitors without a person belong to a person of their own, whose id derives from the distinct id. */
export const PERSON_ID = "coalesce(owners.person_id, CAST(md5(source.distinct_id) AS UUID))";

function eventsViewStatement(needs: ViewNeeds): string {
  const columns = COLUMNS.split(", ").map((column) => `source.${column}`);
  if (needs.hotProperties) columns.push(HOT_COLUMNS);
  if (needs.personId) columns.push(`${PERSON_ID} AS person_id`);
  if (needs.personProperties) columns.push("people.properties AS person_properties");
  const joins = [
    needs.personId || needs.personProperties ? "LEFT JOIN person_distinct_ids AS owners USING (distinct_id)" : "",
    needs.personProperties ? "LEFT JOIN persons AS people ON people.id = owners.person_id" : "",
  ];
  const from = `FROM live_source AS source ${joins.join(" ")}`;
  return `CREATE VIEW ${eventsView(needs)} AS SELECT ${columns.join(", ")} ${from}`;
}

const SESSIONS_VIEW = `CREATE VIEW sessions AS SELECT p_session_id AS session_id,
    arg_min(distinct_id, timestamp) AS distinct_id, any_value(person_id) AS person_id,
    min(timestamp) AS "$start_timestamp", max(timestamp) AS "$end_timestamp",
    date_diff('second', min(timestamp), max(timestamp)) AS "$session_duration",
    count(*) AS "$event_count", count_if(event = '$pageview') AS "$pageview_count",
    arg_min(p_current_url, timestamp) AS "$entry_current_url", arg_max(p_current_url, timestamp) AS "$end_current_url"
  FROM live_events_p_h WHERE p_session_id IS NOT NULL GROUP BY p_session_id`;
