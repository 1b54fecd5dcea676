import { timeOrderedUuid } from "../../../lib/uuid.ts";
import { assignDistinctIds } from "../../assign-distinct-ids.ts";
import { changedEmail } from "../../email.ts";
import type { EnsuredPerson, NewDistinctId } from "../../ports/persons.ts";
import { changeProperties } from "../../property-text.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { insertStatement, writeRows } from "../write-rows.ts";
import { findRefs } from "./person-row.ts";

const INSERT_DISTINCT_IDS = insertStatement(
  "INSERT INTO distinct_ids (project_id, distinct_id, person_id)",
  ["integer", "text", "integer"],
  "WHERE true ON CONFLICT DO NOTHING",
);
const ADD_DISTINCT_ID = `INSERT INTO distinct_ids (project_id, distinct_id, person_id)
  SELECT project_id, ?2, person_id FROM distinct_ids WHERE project_id = ?1 AND distinct_id = ?3 ON CONFLICT DO NOTHING`;
const INSERT_PERSONS = insertStatement(
  "INSERT INTO persons (id, project_id, uuid, is_identified, created_at, properties)",
  ["integer", "integer", "uuid", "integer", "integer", "text"],
);
const INSERT_PERSONS_WITH_EMAIL = insertStatement(
  "INSERT INTO persons (id, project_id, uuid, is_identified, created_at, properties, email)",
  ["integer", "integer", "uuid", "integer", "integer", "text", "text"],
);

/** Implements `Persons.ensure` in a transaction. `owners` has the persons by distinct id, and gets the new ones. */
export function insertPersons(
  sql: Sql,
  projectId: string,
  wanted: readonly NewDistinctId[],
  owners: Map<string, EnsuredPerson>,
): void {
  const project = projectNumber(projectId);
  const items = wanted.map((item) => ({ key: item.distinctId, sameKey: item.sameAs, item }));
  const { created, added } = assignDistinctIds(items, owners);
  const { firstId } = sql.one<{ firstId: number }>("SELECT ifnull(max(id), 0) + 1 AS firstId FROM persons");
  const now = Date.now();
  const rows = created.map(({ item }, index) => newRow(item, firstId + index, now));
  const inserted = writeRows(sql, INSERT_DISTINCT_IDS, rows, ({ distinctId, id }) => [project, distinctId, id]);
  const others = inserted === rows.length ? new Map<string, EnsuredPerson>() : findRefs(sql, projectId, rows);
  const newPersons = rows.filter(({ distinctId }) => !others.has(distinctId));
  const toValues = ({ id, at, ref, properties }: NewRow) => {
    return [id, project, ref.uuid, ref.isIdentified ? 1 : 0, at, properties];
  };
  const withoutEmail = newPersons.filter(({ email }) => email === null);
  const withEmail = newPersons.filter(({ email }) => email !== null);
  writeRows(sql, INSERT_PERSONS, withoutEmail, toValues);
  writeRows(sql, INSERT_PERSONS_WITH_EMAIL, withEmail, (row) => [...toValues(row), row.email]);
  for (const [distinctId, ref] of others) owners.set(distinctId, ref);
  for (const { distinctId, ref } of newPersons) owners.set(distinctId, ref);
  for (const { key, owner } of added) sql.run(ADD_DISTINCT_ID, project, key, owner);
  const addedIds = added.map(({ key }) => ({ distinctId: key }));
  if (added.length > 0) for (const [distinctId, ref] of findRefs(sql, projectId, addedIds)) owners.set(distinctId, ref);
}

interface NewRow {
  readonly id: number;
  readonly distinctId: string;
  readonly at: number;
  readonly ref: EnsuredPerson;
  readonly properties: string;
  readonly email: string | null;
}

/** Applies all changes to a new person, or none if one is refused. */
function newRow({ distinctId, at, changes, identify = false }: NewDistinctId, id: number, now: number): NewRow {
  const uuid = timeOrderedUuid(now);
  const changed = changes && changeProperties("{}", changes);
  // A spread would take V8 1 µs.
  if (!changed || changed.refused > 0) {
    return { id, distinctId, at, ref: { uuid, isIdentified: false }, properties: "{}", email: null };
  }
  const email = changedEmail(null, changed, changes);
  const ref = { uuid, isIdentified: identify, isChanged: true };
  return { id, distinctId, at, ref, properties: changed.text, email };
}
