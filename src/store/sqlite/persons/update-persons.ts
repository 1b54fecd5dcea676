import { changedEmail } from "../../email.ts";
import type { RequireTurn } from "../../ports/common.ts";
import type { PersonUpdate } from "../../ports/persons.ts";
import { changeProperties } from "../../property-text.ts";
import { uuidBlobForQuery } from "../../stored-ids.ts";
import { updateStatement, writeRows } from "../row-buffer.ts";
import type { Sql } from "../sqlite-connection.ts";
import { type LargePersons, MAX_SMALL_BYTES } from "./large-persons.ts";
import { lightSurvivorOf } from "./merge-persons.ts";
import type { PersonRow } from "./person-row.ts";

/** Persons that are read and written together. More would hardly be faster. */
const BATCH_SIZE = 200;
/** Fewer are read and written one by one, which is faster for them. */
const MIN_BATCH_SIZE = 5;

/** Finds persons by a JSON array of uuids, with their index; neither merged nor large ones. */
const SELECT_ROWS = `SELECT wanted.key AS "index", persons.id, is_identified, email, properties
  FROM json_each(?2) AS wanted CROSS JOIN persons ON project_id = ?1 AND uuid = unhex(wanted.value, '-')
  WHERE octet_length(properties) <= ${MAX_SMALL_BYTES}`;
const SET = "UPDATE persons SET is_identified = new.column2, properties = new.column3";
const UPDATE = updateStatement(SET, ["integer", "integer", "text"], "id = new.column1");
/** Kept apart because it changes an index. An empty text stands for no address. */
const UPDATE_WITH_EMAIL = updateStatement(
  `${SET}, email = nullif(new.column4, '')`,
  ["integer", "integer", "text", "text"],
  "id = new.column1",
);
const UPDATE_ONE = "UPDATE persons SET is_identified = ?, properties = ? WHERE id = ?";
const UPDATE_ONE_WITH_EMAIL = "UPDATE persons SET is_identified = ?, properties = ?, email = ? WHERE id = ?";

type Row = Pick<PersonRow, "id" | "is_identified" | "email" | "properties">;

export function updatePersons(
  sql: Sql,
  project: number | null,
  updates: readonly PersonUpdate[],
  large: LargePersons,
  requireTurn: RequireTurn = () => {},
): number {
  let refused = 0;
  for (let start = 0; start < updates.length; start += BATCH_SIZE) {
    requireTurn();
    refused += updateBatch(sql, project, updates.slice(start, start + BATCH_SIZE), { large, requireTurn });
  }
  return refused;
}

function findRows(sql: Sql, project: number | null, updates: readonly PersonUpdate[]) {
  const uuids = JSON.stringify(updates.map(({ uuid }) => uuid));
  return sql.all<Row & { readonly index: number }>(SELECT_ROWS, project, uuids);
}

function updateBatch(
  sql: Sql,
  project: number | null,
  updates: readonly PersonUpdate[],
  { large, requireTurn }: { readonly large: LargePersons; readonly requireTurn: RequireTurn },
): number {
  const found = updates.length < MIN_BATCH_SIZE ? [] : findRows(sql, project, updates);
  const ids = new Map(found.map(({ index, id }) => [index, id]));
  const rows = new Map(found.map((row): [number, RowChange] => [row.id, { before: row, after: row }]));
  let refused = 0;
  for (const [index, update] of updates.entries()) {
    let row = rows.get(ids.get(index) ?? 0);
    if (!row) {
      const light = lightSurvivorOf(sql, project, uuidBlobForQuery(update.uuid));
      if (!light) continue;
      if (light.properties === null) {
        requireTurn();
        refused += large.update(sql, light, update);
        continue;
      }
      const survivor = { ...light, properties: light.properties };
      row = rows.get(survivor.id) ?? { before: survivor, after: survivor };
    }
    refused += changeRow(row, update);
    if (!rows.has(row.before.id)) writeChange(sql, row);
  }
  writeChanges(sql, [...rows.values()]);
  return refused;
}

interface RowChange {
  readonly before: Row;
  after: Row;
}

/** Returns how many changes were refused. */
function changeRow(row: RowChange, { changes, identify }: PersonUpdate): number {
  const { id, properties, is_identified, email } = row.after;
  const changed = changeProperties(properties, changes);
  row.after = {
    id,
    is_identified: identify ? 1 : is_identified,
    properties: changed.text,
    email: changed.text === properties ? email : changedEmail(email, changed, changes),
  };
  return changed.refused;
}

function writeChange(sql: Sql, { before, after }: RowChange): void {
  const { id, is_identified, properties, email } = after;
  if (email !== before.email) sql.run(UPDATE_ONE_WITH_EMAIL, is_identified, properties, email, id);
  else if (properties !== before.properties || is_identified !== before.is_identified) {
    sql.run(UPDATE_ONE, is_identified, properties, id);
  }
}

function writeChanges(sql: Sql, rows: readonly RowChange[]): void {
  const same: Row[] = [];
  const others: Row[] = [];
  for (const { before, after } of rows) {
    if (after.email !== before.email) others.push(after);
    else if (after.properties !== before.properties || after.is_identified !== before.is_identified) same.push(after);
  }
  writeRows(sql, UPDATE, same, (row) => [row.id, row.is_identified, row.properties]);
  writeRows(sql, UPDATE_WITH_EMAIL, others, (row) => [row.id, row.is_identified, row.properties, row.email ?? ""]);
}
