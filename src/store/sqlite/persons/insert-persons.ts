import { timeOrderedUuid } from "../../../values/uuid.ts";
import { changedEmail } from "../../email.ts";
import type { EnsuredPerson, NewDistinctId } from "../../ports/persons.ts";
import { changeProperties } from "../../property-text.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { insertStatement, writeRows } from "../write-rows.ts";
import { findRefs } from "./person-row.ts";

export const INSERT_DISTINCT_IDS = insertStatement(
  "INSERT INTO distinct_ids (project_id, distinct_id, person_id)",
  ["integer", "text", "integer"],
  "WHERE true ON CONFLICT DO NOTHING",
);
const INSERT_PERSONS = insertStatement(
  "INSERT INTO persons (id, project_id, uuid, is_identified, created_at, properties)",
  ["integer", "integer", "uuid", "integer", "integer", "text"],
);
const INSERT_PERSONS_WITH_EMAIL = insertStatement(
  "INSERT INTO persons (id, project_id, uuid, is_identified, created_at, properties, email)",
  ["integer", "integer", "uuid", "integer", "integer", "text", "text"],
);

/** Creates persons for distinct ids that had none before the transaction, and returns those that they have now. */
export function insertPersons(
  sql: Sql,
  projectId: string,
  wanted: readonly NewDistinctId[],
): Map<string, EnsuredPerson> {
  const project = projectNumber(projectId);
  const { firstId } = sql.one<{ firstId: number }>("SELECT ifnull(max(id), 0) + 1 AS firstId FROM persons");
  const now = Date.now();
  const rows = wanted.map((person, index) => newRow(person, firstId + index, now));
  const inserted = writeRows(sql, INSERT_DISTINCT_IDS, rows, ({ distinctId, id }) => [project, distinctId, id]);
  const owners = inserted === rows.length ? new Map<string, EnsuredPerson>() : findRefs(sql, projectId, wanted);
  const created = rows.filter(({ distinctId }) => !owners.has(distinctId));
  const toValues = ({ id, at, ref, properties }: NewRow) => {
    return [id, project, ref.uuid, ref.isIdentified ? 1 : 0, at, properties];
  };
  const withoutEmail = created.filter(({ email }) => email === null);
  const withEmail = created.filter(({ email }) => email !== null);
  writeRows(sql, INSERT_PERSONS, withoutEmail, toValues);
  writeRows(sql, INSERT_PERSONS_WITH_EMAIL, withEmail, (row) => [...toValues(row), row.email]);
  for (const { distinctId, ref } of created) owners.set(distinctId, ref);
  return owners;
}

interface NewRow {
  readonly id: number;
  readonly distinctId: string;
  readonly at: number;
  readonly ref: EnsuredPerson;
  readonly properties: string;
  readonly email: string | null;
}

/** Returns a person with its changes, or without any if not all can be applied. */
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
