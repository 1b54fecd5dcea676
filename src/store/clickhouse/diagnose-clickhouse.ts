import { PROGRAM } from "../../lib/program-name.ts";
import type { Finding } from "../ports/diagnosis.ts";
import { type ClickHouseOptions, openClickHouse } from "./clickhouse.ts";

const SUBJECT = "ClickHouse";

/** Advice for the messages of `storeError`. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/AUTHENTICATION|REQUIRED_PASSWORD|UNKNOWN_USER/, "are user and password in CLICKHOUSE_URL right?"],
  [/ACCESS_DENIED/, "grant the user SELECT and ALTER DELETE on the table"],
  [/UNKNOWN_DATABASE|UNKNOWN_TABLE/, "is the database in CLICKHOUSE_URL right, and CLICKHOUSE_TABLE?"],
  [
    /UNKNOWN_IDENTIFIER|ILLEGAL_TYPE|NO_COMMON_TYPE/,
    "give the table the columns that docs/legacy-recordings.md names, or make a view of it",
  ],
  [/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH/, "is the host in CLICKHOUSE_URL right, and the server up?"],
];

export async function diagnoseClickHouse(options: ClickHouseOptions): Promise<Finding[]> {
  try {
    const legacy = await openClickHouse(options);
    try {
      const count = await legacy.count();
      const hint = count > 0 ? `; ${PROGRAM} recordings migrate moves them` : "";
      return [{ subject: SUBJECT, state: "ok", text: `${options.table} has ${count} recordings${hint}` }];
    } finally {
      await legacy.close();
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const advice = ADVICE.find(([pattern]) => pattern.test(text))?.[1];
    return [{ subject: SUBJECT, state: "fault", text: advice === undefined ? text : `${text}. What to do: ${advice}` }];
  }
}
