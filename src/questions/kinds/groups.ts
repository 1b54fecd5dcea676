import { MAX_SUMMARY_PROPERTIES_BYTES } from "../../store/ports/persons.ts";
import type { Plan } from "./question-context.ts";
import { Parameters } from "./statement.ts";

export interface GroupSearch {
  readonly typeIndex: number;
  /** A part of the key or of the properties, in upper or lower case. */
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
}

/** Plans a row with the number of groups, then rows of key, time and properties, newest first. */
export function planGroups({ typeIndex, search, limit, offset }: GroupSearch): Plan {
  const parameters = new Parameters();
  const text = parameters.add(search.toLowerCase());
  const isFound = `(contains(lower(key), ${text}) OR contains(lower(properties), ${text}))`;
  const from = `FROM groups WHERE index = ${parameters.add(typeIndex)} AND ${isFound}`;
  const properties = `CASE WHEN strlen(properties) <= ${MAX_SUMMARY_PROPERTIES_BYTES} THEN properties END`;
  const page = `SELECT key, epoch_ms(created_at), ${properties} ${from}
    ORDER BY created_at DESC, key LIMIT ${limit} OFFSET ${offset}`;
  const { values } = parameters;
  return {
    statements: [
      { sql: `SELECT '', count(*), NULL ${from}`, values },
      { sql: page, values, maxRows: limit },
    ],
    shape: (answers) => ({ results: answers.flatMap(({ rows }) => rows) }),
  };
}
