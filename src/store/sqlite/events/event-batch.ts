import type { Sql, SqlValue } from "../sqlite-connection.ts";

export interface EventPosition {
  readonly timestamp: number;
  readonly id: number;
}

interface BatchEnd {
  readonly last: EventPosition | undefined;
  readonly isLast: boolean;
}

/** Finds the last event of a batch of the oldest matching events; the one that exceeds the bytes is included. */
export function findBatchEnd(
  sql: Sql,
  where: string,
  values: readonly SqlValue[],
  limits: { readonly events: number; readonly bytes: number },
): BatchEnd {
  const sizes = sql.all<EventPosition & { bytes: number }>(
    `SELECT id, timestamp, octet_length(properties) AS bytes FROM events WHERE ${where} ORDER BY timestamp, id LIMIT ?`,
    ...values,
    limits.events,
  );
  let bytes = 0;
  const fullAt = sizes.findIndex((size) => {
    bytes += size.bytes;
    return bytes >= limits.bytes;
  });
  const last = sizes.at(fullAt); // the last row if `fullAt` is -1
  const isLast = fullAt === -1 && sizes.length < limits.events;
  return { last: last && { timestamp: last.timestamp, id: last.id }, isLast };
}
