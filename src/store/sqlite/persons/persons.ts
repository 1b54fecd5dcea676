import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { timeOrderedUuid } from "../../../lib/uuid.ts";
import { assignDistinctIds } from "../../assign-distinct-ids.ts";
import { changedEmail } from "../../email.ts";
import type { EnsuredPerson, NewDistinctId, Persons } from "../../ports/persons.ts";
import { changeProperties } from "../../property-text.ts";
import { blobToUuid, projectNumber, uuidBlobForQuery } from "../../stored-ids.ts";
import { insertStatement, writeRows } from "../row-buffer.ts";
import type { Sql } from "../sqlite-connection.ts";
import { methodsOf, type Transactions } from "../sqlite-database.ts";
import { LargePersons } from "./large-persons.ts";
import { findPerson, mergePersons, survivorOf } from "./merge-persons.ts";
import {
  findOwners,
  findRefs,
  listPersons,
  SUMMARY_COLUMNS,
  type SummaryRow,
  selectOwners,
  toPerson,
  toSummary,
  type WholeRow,
} from "./person-row.ts";
import { updatePersons } from "./update-persons.ts";

/** Limits the rows that a transaction deletes, because it blocks every writer and this thread. */
const BATCH_ROWS = 1000;
const DELETE_DISTINCT_IDS = `DELETE FROM distinct_ids
  WHERE number IN (SELECT number FROM distinct_ids WHERE person_id = ? LIMIT ${BATCH_ROWS})`;
/** Finds uuids that were merged into a person, directly or not. */
const SELECT_MERGED = `WITH RECURSIVE merged (uuid) AS (
    SELECT uuid FROM merged_persons WHERE project_id = ?1 AND into_uuid = ?2
    UNION SELECT next.uuid FROM merged JOIN merged_persons AS next ON project_id = ?1 AND into_uuid = merged.uuid
  ) SELECT uuid FROM merged LIMIT ?3`;
const ALL = -1;

/** Returns false if nothing was left. */
function eraseBatch(sql: Sql, project: number | null, uuid: Uint8Array | null): boolean {
  const person = findPerson(sql, project, uuid);
  if (person && sql.run(DELETE_DISTINCT_IDS, person.id) > 0) return true;
  if (uuid === null) return false;
  const merged = sql.all<{ uuid: ArrayBuffer }>(SELECT_MERGED, project, uuid, ALL);
  for (const blob of [uuid, ...merged.map((row) => new Uint8Array(row.uuid))]) {
    sql.run("DELETE FROM flag_identifiers WHERE project_id = ? AND person_uuid = ?", project, blobToUuid(blob));
    sql.run("DELETE FROM merged_persons WHERE project_id = ? AND uuid = ?", project, blob);
  }
  sql.run("DELETE FROM persons WHERE project_id = ? AND uuid = ?", project, uuid);
  return false;
}

const SELECT_OWNER_ROWS = selectOwners("persons.uuid, is_identified, created_at, properties");
const SELECT_OWNER_SUMMARIES = selectOwners(SUMMARY_COLUMNS);
const SELECT_DISTINCT_IDS = `SELECT distinct_id FROM distinct_ids WHERE person_id = ?1 AND number >
    iif(?3 IS NULL, 0, (SELECT number FROM distinct_ids WHERE project_id = ?2 AND distinct_id = ?3))
  ORDER BY number LIMIT ?4`;
const SELECT_FIRST_DISTINCT_IDS = `SELECT wanted.value AS uuid, ids.distinct_id FROM json_each(?2) AS wanted
  CROSS JOIN persons ON persons.project_id = ?1 AND persons.uuid = unhex(replace(wanted.value, '-', ''))
  CROSS JOIN distinct_ids AS ids ON ids.number IN (
    SELECT number FROM distinct_ids WHERE person_id = persons.id ORDER BY number LIMIT ?3
  ) ORDER BY wanted.key, ids.number`;
export interface PersonChanges {
  readonly database: Transactions;
  /** Flushed before anything else reads persons, and at the end. */
  readonly large: LargePersons;
}

/** Creates the port. Changes of persons, and reads of ids only, go through `changes` if it is given. */
export function sqlitePersons(database: Transactions, changes?: PersonChanges): Persons {
  const { read, readOnce } = methodsOf(database);
  const direct = changes?.database ?? database;
  const write = <T>(work: (sql: Sql, large: LargePersons) => T): Promise<T> =>
    direct.write((sql) => {
      const large = changes?.large ?? new LargePersons();
      const result = work(sql, large);
      if (!changes) large.flush(sql);
      return result;
    });

  return {
    findRefs: methodsOf(direct).readOnce((sql, projectId, distinctIds) => {
      const wanted = distinctIds.map((distinctId) => ({ distinctId }));
      return findRefs(sql, projectId, wanted);
    }),

    find: readOnce((sql, projectId, distinctIds) => {
      const rows = findOwners<WholeRow>(sql, SELECT_OWNER_ROWS, projectId, distinctIds);
      return new Map(rows.map((row) => [distinctIds[row.index] ?? "", toPerson(projectId, row)]));
    }),

    summarize: read((sql, projectId, distinctIds) => {
      const rows = findOwners<SummaryRow>(sql, SELECT_OWNER_SUMMARIES, projectId, distinctIds);
      return new Map(rows.map((row) => [distinctIds[row.index] ?? "", toSummary(projectId, row)]));
    }),

    list: read(listPersons),

    findByUuid: read((sql, projectId, uuid) => {
      const row = survivorOf(sql, projectNumber(projectId), uuidBlobForQuery(uuid));
      return row ? toPerson(projectId, row) : null;
    }),

    async ensure(projectId, wanted) {
      // Most have a person, and a read does not block other writers.
      const persons = await direct.read((sql) => findRefs(sql, projectId, wanted));
      const isMissing = ({ distinctId, sameAs }: NewDistinctId) =>
        !persons.has(distinctId) || (sameAs !== undefined && !persons.has(sameAs));
      if (!wanted.some(isMissing)) return persons;
      await direct.write((sql) => insertPersons(sql, projectId, wanted.filter(isMissing), persons));
      return persons;
    },

    update: (projectId, updates, requireTurn) =>
      write((sql, large) => updatePersons(sql, projectNumber(projectId), updates, large, requireTurn)),

    merge: (projectId, into, from) =>
      write((sql, large) =>
        mergePersons(sql, projectNumber(projectId), uuidBlobForQuery(into), uuidBlobForQuery(from), large),
      ),

    distinctIds: read((sql, projectId, uuid, limit, after) => {
      const project = projectNumber(projectId);
      const person = findPerson(sql, project, uuidBlobForQuery(uuid));
      if (!person) return [];
      const values = [person.id, project, after ?? null, limit];
      return sql.all<{ distinct_id: string }>(SELECT_DISTINCT_IDS, ...values).map((row) => row.distinct_id);
    }),

    firstDistinctIds: readOnce((sql, projectId, uuids, limit) => {
      const found = new Map(uuids.map((uuid): [string, string[]] => [uuid, []]));
      const rows = sql.all<{ uuid: string; distinct_id: string }>(
        SELECT_FIRST_DISTINCT_IDS,
        projectNumber(projectId),
        JSON.stringify(uuids.filter((uuid) => uuidBlobForQuery(uuid))),
        limit,
      );
      for (const { uuid, distinct_id } of rows) found.get(uuid)?.push(distinct_id);
      return found;
    }),

    mergedUuids: readOnce((sql, projectId, uuid, limit) => {
      const values = [projectNumber(projectId), uuidBlobForQuery(uuid), limit];
      const rows = sql.all<{ uuid: ArrayBuffer }>(SELECT_MERGED, ...values);
      return rows.map((row) => blobToUuid(row.uuid));
    }),

    /** Deletes the person last, so that an interrupted call can be repeated. */
    async erase(projectId, uuids) {
      for (const uuid of uuids) {
        const erase = (sql: Sql) => eraseBatch(sql, projectNumber(projectId), uuidBlobForQuery(uuid));
        while (await database.write(erase)) await yieldToEventLoop();
      }
    },
  };
}

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
function insertPersons(
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
