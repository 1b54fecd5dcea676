import type { RawResponse } from "../client/exchange.ts";

/**
 * Returns all of a response that a client can see, to compare the responses to two requests: without its time and id,
 * and without the ids and times of what an accepted request began.
 */
export function visibleAnswer({ status, headers, bytes }: Pick<RawResponse, "status" | "headers" | "bytes">): string {
  const { date, "x-request-id": requestId, ...others } = headers;
  const text = bytes.toString("latin1");
  const body = status === 202 ? text.replace(/"(id|requested_at|last_seen_at)":"[^"]*"/g, '"$1":""') : text;
  return JSON.stringify([status, others, body]);
}
