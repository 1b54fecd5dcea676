import { ClickHouseError } from "@clickhouse/client";
import { StoreUnavailable } from "../ports/common.ts";

/** Returns an error of the client as the port promises it, without URLs, queries and passwords. */
export function storeError(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  return new StoreUnavailable(sentenceFor(error), { cause: error });
}

function sentenceFor(error: unknown): string {
  if (error instanceof ClickHouseError) return `ClickHouse refuses: ${error.type ?? "error"} (${error.code})`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (message === "Timeout error.") return "ClickHouse does not answer in time";
  return `ClickHouse cannot be reached: ${code ?? "the connection failed"}`;
}
