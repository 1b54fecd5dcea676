import type { Operation } from "./contract-document.ts";

/** GETs that change something, or that do not end: events in the query, what counts as viewed, signing in, streams. */
const NO_READS: readonly string[] = [
  ...["get_e", "get_track"],
  "session_recordings_snapshots_retrieve",
  ...["sign_in_oidc_begin", "sign_in_oidc_finish"],
  "ofrep_event_stream",
];

/** Returns whether an operation changes nothing and ends. */
export function isRead({ id, method }: Pick<Operation, "id" | "method">): boolean {
  return method === "GET" && !NO_READS.includes(id);
}
