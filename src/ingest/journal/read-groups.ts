import { freeBuffer } from "../../lib/threads/channel.ts";
import type { SqliteConnection } from "../../store/sqlite/sqlite-connection.ts";
import { type JournalGroup, unpackGroup } from "./journal-entry.ts";

interface GroupSize {
  readonly id: number;
  /** Its last row. */
  last: number;
  bytes: number;
}

/** Limits the rows of one read, however small they are; the largest body takes fewer. */
const MAX_READ_ROWS = 4000;

/** Returns the groups after a row, all of one journal's id: up to `maxBytes`, but at least one if there is one. */
export function readGroups(
  connection: SqliteConnection,
  after: number,
  { maxBytes, identityOf }: { readonly maxBytes: number; readonly identityOf: (group: number) => string },
): JournalGroup[] {
  const [first, ...others] = groupSizes(connection, after);
  if (!first) return [];
  const journal = identityOf(first.id);
  let total = first.bytes;
  const end = others.findIndex(({ id, bytes }) => {
    total += bytes;
    return total > maxBytes || identityOf(id) !== journal;
  });
  const fitting = [first, ...(end === -1 ? others : others.slice(0, end))];
  // Read whole, not row by row: an iterator that is left early would keep its snapshot of the database.
  const rows = connection.all<{ header: string; bodies: ArrayBuffer }>(
    "SELECT header, bodies FROM groups WHERE id > ? AND id <= ? ORDER BY id",
    after,
    fitting.at(-1)?.last ?? 0,
  );
  return fitting.map(({ id, last, bytes }) => {
    const own = rows.splice(0, last - id + 1);
    const bodies = joinParts(
      own.map((row) => row.bodies),
      bytes,
    );
    return { id, last, bytes, entries: unpackGroup({ header: own[0]?.header ?? "[]", bodies }) };
  });
}

/** Leaves out the last group of a full read, whose end may be missing. */
function groupSizes(connection: SqliteConnection, after: number): GroupSize[] {
  const rows = connection.all<{ id: number; entries: number; bytes: number }>(
    `SELECT id, entries, length(bodies) AS bytes FROM groups WHERE id > ? ORDER BY id LIMIT ${MAX_READ_ROWS}`,
    after,
  );
  const groups: GroupSize[] = [];
  for (const { id, entries, bytes } of rows) {
    const group = groups.at(-1);
    if (group && entries === 0) {
      group.last = id;
      group.bytes += bytes;
    } else groups.push({ id, last: id, bytes });
  }
  if (rows.length === MAX_READ_ROWS && groups.length > 1) groups.pop();
  return groups;
}

function joinParts(parts: readonly ArrayBuffer[], bytes: number): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  if (only && parts.length === 1) return new Uint8Array(only);
  const all = new Uint8Array(bytes);
  let end = 0;
  for (const part of parts) {
    all.set(new Uint8Array(part), end);
    end += part.byteLength;
    freeBuffer(part);
  }
  return all;
}
