import { target } from "../client/target.ts";

/** Returns a valid body of the operation with additional fields. */
export function bodyOf(id: string, extraFields: string): string {
  const fields: Record<string, string> = {
    capture: `"event": "x", "distinct_id": "x"`,
    batch: `"batch": [{"event": "x", "distinct_id": "x"}]`,
    decide: `"distinct_id": "x"`,
  };
  const { projectApiKey: key } = target.tenant;
  return `{"api_key": "${key}", ${fields[id] ?? `"target_email": "nobody"`}${extraFields && `, ${extraFields}`}}`;
}
