import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import { escapeText } from "../escape-text.ts";
import {
  type IndexedField,
  type IndexedValue,
  type RecordKind,
  type RecordKindSpec,
  type Records,
  type Stored,
  UniqueKeyTaken,
} from "../ports/records.ts";
import { type FieldValue, planRead, type ReadPlan, valuesOf } from "../records/read-plan.ts";
import { type NewVersion, newVersion, type StoredFields, toRecord, unescapeFields } from "../records/stored-record.ts";
import { columnOf, columnsOf, type RowMetadata, selectedFields } from "./record-tables.ts";
import type { Sql, SqlValue } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";
import { sqliteErrorCode } from "./sqlite-errors.ts";

type RecordRow = { readonly version: string; readonly value: string };

type Condition = { readonly text: string; readonly values: readonly SqlValue[] };

export function sqliteRecords(database: Transactions): Records {
  return {
    find: (kind, key) => database.readOnce((sql) => find(sql, kind, key)),

    findMany: (kind, field, values) =>
      database.readOnce((sql) => {
        planRead(kind, { where: { [field]: null } }); // throws without an index
        const some = "SELECT value FROM json_each(?)";
        const select = `SELECT version, value FROM ${kind.name} WHERE ${columnOf(String(field))} IN (${some})`;
        const rows = sql.all<RecordRow>(select, JSON.stringify(values.map(toColumn)));
        return rows.map((row) => fromRow(kind, row));
      }),

    list: (kind, query, { limit, offset }) =>
      database.read((sql) => {
        const plan = planRead(kind, query);
        const { text, values } = conditionOf(plan);
        const count = `SELECT count(*) AS count FROM ${kind.name} WHERE ${text}`;
        const select = `SELECT version, value FROM ${kind.name} WHERE ${text} ${orderOf(plan)} LIMIT ? OFFSET ?`;
        return {
          count: sql.one<{ count: number }>(count, ...values).count,
          items: sql.all<RecordRow>(select, ...values, limit, offset).map((row) => fromRow(kind, row)),
        };
      }),

    scan: (kind, query, { limit, after }) =>
      database.readOnce((sql) => {
        const plan = planRead(kind, query, after);
        const { text, values } = conditionOf(plan);
        const select = `SELECT version, value FROM ${kind.name} WHERE ${text} ${orderOf(plan)} LIMIT ?`;
        return sql.all<RecordRow>(select, ...values, limit).map((row) => fromRow(kind, row));
      }),

    scanFields: (kind, query, fields) =>
      database.readOnce((sql) => {
        const plan = planRead(kind, query);
        const { text, values } = conditionOf(plan);
        const select = `SELECT ${selectedFields(fields)} FROM ${kind.name} WHERE ${text} ${orderOf(plan)}`;
        const rows = sql.all<StoredFields & RowMetadata>(select, ...values);
        return rows.map(({ _metadata, ...row }) => unescapeFields(row) as never);
      }),

    insert: (kind, record) => database.write((sql) => insert(sql, kind, newVersion(kind, record))),

    put: (kind, record) =>
      database.write((sql) => {
        const next = newVersion(kind, record);
        const put = `INSERT INTO ${kind.name} (version, value) VALUES (?, ?) ON CONFLICT (${columnsOf(kind.key)})
          DO UPDATE SET version = excluded.version, value = excluded.value`;
        write(sql, kind, put, next.stored.version, next.json);
        return next.stored;
      }),

    replace: (kind, record) => database.write((sql) => replace(sql, kind, record.version, newVersion(kind, record))),

    change: (kind, key, change) =>
      database.write((sql) => {
        const present = find(sql, kind, key);
        const changed = change(present);
        if (changed === null) return present;
        const next = newVersion(kind, changed);
        return present ? replace(sql, kind, present.version, next) : insert(sql, kind, next);
      }),

    delete: (kind, key, version) =>
      database.write((sql) => {
        const { text, values } = equal(valuesOf(key, kind.key));
        if (version === undefined) return sql.run(`DELETE FROM ${kind.name} WHERE ${text}`, ...values) > 0;
        return sql.run(`DELETE FROM ${kind.name} WHERE ${text} AND version = ?`, ...values, version) > 0;
      }),
  };
}

function find<R extends object, K extends IndexedField<R>>(sql: Sql, kind: RecordKind<R, K>, key: Pick<R, K>) {
  const { text, values } = equal(valuesOf(key, kind.key));
  const row = sql.get<RecordRow>(`SELECT version, value FROM ${kind.name} WHERE ${text}`, ...values);
  return row ? fromRow(kind, row) : null;
}

function insert<R extends object>(sql: Sql, kind: RecordKindSpec, { stored, json }: NewVersion<R>) {
  const insert = `INSERT INTO ${kind.name} (version, value) VALUES (?, ?)
    ON CONFLICT (${columnsOf(kind.key)}) DO NOTHING`;
  return write(sql, kind, insert, stored.version, json) > 0 ? stored : null;
}

function replace<R extends object>(sql: Sql, kind: RecordKindSpec, version: string, next: NewVersion<R>) {
  const { stored, json } = next;
  const { text, values } = equal(valuesOf(stored, kind.key));
  const update = `UPDATE ${kind.name} SET version = ?, value = ? WHERE ${text} AND version = ?`;
  return write(sql, kind, update, stored.version, json, ...values, version) > 0 ? stored : null;
}

function write(sql: Sql, kind: RecordKindSpec, text: string, ...values: SqlValue[]): number {
  try {
    return sql.run(text, ...values);
  } catch (error) {
    if (sqliteErrorCode(error) === "SQLITE_CONSTRAINT_UNIQUE") throw new UniqueKeyTaken(kind);
    throw error;
  }
}

function conditionOf({ equal: fields, order, descending, from, before, after }: ReadPlan): Condition {
  const [first = ""] = order;
  const parts = [equal(fields)];
  if (from !== undefined) parts.push({ text: `${columnOf(first)} >= ?`, values: [toColumn(from)] });
  if (before !== undefined) parts.push({ text: `${columnOf(first)} < ?`, values: [toColumn(before)] });
  if (after !== undefined) {
    const marks = after.map(() => "?").join(", ");
    const text = `(${columnsOf(order)}) ${descending ? "<" : ">"} (${marks})`;
    parts.push({ text, values: after.map(toColumn) });
  }
  return { text: parts.map(({ text }) => text).join(" AND "), values: parts.flatMap(({ values }) => values) };
}

function equal(fields: readonly FieldValue[]): Condition {
  const text = fields.map(([field]) => `${columnOf(field)} IS ?`).join(" AND ");
  return { text: text || "true", values: fields.map(([, value]) => toColumn(value)) };
}

function orderOf({ order, descending }: ReadPlan): string {
  const direction = descending ? "DESC" : "ASC";
  return order.length === 0 ? "" : `ORDER BY ${order.map((field) => `${columnOf(field)} ${direction}`).join(", ")}`;
}

/** Texts in a record are escaped before the connection escapes all of it. */
function toColumn(value: IndexedValue): SqlValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" ? escapeText(value) : value;
}

function fromRow<R extends object, K extends IndexedField<R>>(kind: RecordKind<R, K>, row: RecordRow): Stored<R> {
  return toRecord(kind, parseJsonText(row.value) as StoredFields, row.version);
}
