import type { Page } from "../../store/ports/common.ts";
import { MAX_SUMMARY_PROPERTIES_BYTES } from "../../store/ports/persons.ts";
import { type Plan, planRows } from "./question-context.ts";
import { Parameters } from "./statement.ts";

export interface GroupSearch extends Page {
  readonly typeIndex: number;
  /** A part of the key or of the properties, in upper or lower case. */
  readonly search: string;
}

/** Plans rows of the number of all groups, and key, time and properties of each; a single row may have no key. */
export function planGroups({ typeIndex, search, limit, offset }: GroupSearch): Plan {
  const parameters = new Parameters();
  const text = parameters.add(search.toLowerCase());
  const isFound = `(contains(lower(key), ${text}) OR contains(lower(properties), ${text}))`;
  const sql = `WITH found AS (FROM groups WHERE index = ${parameters.add(typeIndex)} AND ${isFound})
    SELECT total, key, epoch_ms(created_at),
      CASE WHEN strlen(properties) <= ${MAX_SUMMARY_PROPERTIES_BYTES} THEN properties END
    FROM (SELECT count(*) AS total FROM found)
    LEFT JOIN (FROM found ORDER BY created_at DESC, key LIMIT ${limit} OFFSET ${offset}) ON true
    ORDER BY created_at DESC, key`;
  return planRows({ sql, values: parameters.values, maxRows: limit + 1 });
}
