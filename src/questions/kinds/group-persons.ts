import { eventsView, GROUP_EVENT } from "../engine/project-views.ts";
import type { Plan } from "./question-context.ts";

const EVENTS = eventsView({ personId: true, personProperties: true, hotProperties: false, session: false });

/** Returns how the distinct ids of persons are found of whom only events are known that identify groups. */
export function planGroupPersons(): Plan {
  const sql = `SELECT DISTINCT owners.distinct_id FROM person_distinct_ids AS owners
    WHERE person_id IN (SELECT person_id FROM ${EVENTS}
      WHERE NOT person_is_identified AND person_properties = '{}'
      GROUP BY person_id HAVING bool_and(event = '${GROUP_EVENT}'))`;
  return {
    statements: [{ sql, values: {} }],
    shape: ([answer]) => ({ results: answer?.rows ?? [] }),
  };
}
