import type { ProjectId } from "../../../ports/common.ts";
import type { Sql } from "../../sqlite-connection.ts";
import { keepNewestId, newestId } from "../newest-id.ts";
import { insertEvents } from "./insert-events.ts";
import { uuidIndex } from "./uuid-index.ts";

const CONTENT = { event: "", distinctId: "", timestamp: 0, receivedAt: 0, properties: "{}" };

/** Makes the uuids known as those of events that have left, in a transaction that writes. Those known stay. */
export function addLeftUuids(sql: Sql, projectId: ProjectId, uuids: readonly string[]): void {
  const before = newestId(sql);
  insertEvents(
    sql,
    uuids.map((uuid) => ({ projectId, uuid, ...CONTENT })),
  );
  uuidIndex(sql).leave(sql, newestId(sql));
  keepNewestId(sql, () => sql.run("DELETE FROM events WHERE id > ? AND project_id <> 0", before));
}

/** Forgets all uuids, in a transaction that removes all events. */
export function forgetUuids(sql: Sql): void {
  sql.run("DELETE FROM uuid_runs");
  sql.run("DELETE FROM uuid_chunks");
  sql.run("UPDATE uuid_index SET sealed = 0, left_until = 0, generation = generation + 1");
}
