import { type Collection, type Db, type Document, ObjectId } from "mongodb";
import { escapeText, unescapeText } from "../escape-text.ts";
import { type AnyRow, type NeutralRow, ROW_FIELDS, type RowBatch, type RowKind } from "../ports/neutral-rows.ts";
import { findByIds, inBatches, insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { fromStoredText, toStoredText } from "./document-keys.ts";
import { recordingKey } from "./recordings/recording-row.ts";
import type { RecordingRow } from "./recordings/recording-row-types.ts";

export interface Source extends Collections {
  readonly db: Db;
}

/** How the rows of a kind are kept. */
export interface Documents {
  count(source: Source): Promise<number>;
  read(source: Source, after: string | null): AsyncIterable<RowBatch>;
  /** Adds the rows that are not there yet. `position` is the number of rows before them. */
  write(source: Source, rows: readonly AnyRow[], position: number): Promise<unknown>;
  clear(source: Source): Promise<unknown>;
}

interface ReadableDocuments<Row> extends Documents {
  toRows(documents: readonly Row[], source: Source): Promise<AnyRow[]>;
}

type DocumentOf<C extends keyof Collections> = Collections[C] extends Collection<infer Row> ? Row : never;
type Field<K extends RowKind> = keyof NeutralRow<K>;
type Derived<K extends RowKind> = Partial<NeutralRow<K>>;

interface Mapping<K extends RowKind, Row> {
  readonly filter?: Document;
  readonly projection?: Partial<Record<keyof Row, 0>>;
  /** Fields of a row that documents have, too; by default all but what keys, or names of recordings, tell. */
  readonly fields?: readonly Field<K>[];
  /** The names of fields in documents, if others. */
  readonly names?: Partial<Record<Field<K>, string>>;
  id(row: NeutralRow<K>): unknown;
  more?(row: NeutralRow<K>, position: number): Document;
  /** Returns the key of the recording that `derive` gets. */
  recordingOf?(document: Row): string;
  /** Returns the other fields of a document's row, or rows; null if it has none. */
  derive?(document: Row, recording: KnownRecording | undefined): Derived<K> | readonly Derived<K>[] | null;
}

const TEXTS: ReadonlySet<string> = new Set(["session", "type", "key", "distinctId", "identifier", "event"]);
const IN_KEYS = ["uuid", "into"];
const IN_RECORDINGS = ["project", "session"];
const LARGE_TEXTS: ReadonlySet<string> = new Set(["properties", "summary", "data"]);

export type Session = { readonly project: number; readonly session: string };

type KnownRow = Pick<RecordingRow, "_id" | "project" | "sessionId" | "erasedAt" | "begun" | "counted" | "batch">;

export interface KnownRecording {
  readonly row: KnownRow;
  /** Undefined if the recording was erased. */
  readonly session: Session | undefined;
}

/** Describes a kind that is kept as one document for each row or several. */
export function documents<K extends RowKind, C extends keyof Collections>(
  kind: K,
  of: C,
  mapping: Mapping<K, DocumentOf<C>>,
): ReadableDocuments<DocumentOf<C>> {
  const { filter = {}, projection = {}, names = {}, recordingOf } = mapping;
  const inKeys = [...IN_KEYS.filter((field) => !(field in names)), ...(recordingOf ? IN_RECORDINGS : [])];
  const fields: readonly string[] = mapping.fields ?? ROW_FIELDS[kind].filter((field) => !inKeys.includes(field));
  const nameOf = (field: string) =>
    (names as Record<string, string>)[field] ?? (field === "session" ? "sessionId" : field);
  const collection = (source: Source) => source[of] as unknown as Collection<Document>;

  const toRows = async (found: readonly DocumentOf<C>[], source: Source) => {
    const known = recordingOf && (await recordingsOf(source, found.map(recordingOf)));
    return found.flatMap((document): AnyRow[] => {
      const values = document as Document;
      const kept = Object.fromEntries(fields.map((field) => [field, decode(field, values[nameOf(field)])]));
      const derived = mapping.derive ? mapping.derive(document, known?.get(recordingOf?.(document) ?? "")) : {};
      return [derived ?? []].flat().map((others) => ({ ...kept, ...others }));
    });
  };
  const toDocument = (row: NeutralRow<K>, position: number): Document => ({
    _id: mapping.id(row),
    ...Object.fromEntries(fields.map((field) => [nameOf(field), encode(field, (row as Document)[field])])),
    ...mapping.more?.(row, position),
  });
  return {
    toRows,
    count: (source) => collection(source).countDocuments(filter),
    async *read(source, after) {
      const beyond = after === null ? {} : { _id: { $gt: JSON.parse(after) as string | number } };
      const found = collection(source)
        .find({ $and: [filter, beyond] } as Document, { projection })
        .sort({ _id: 1 });
      for await (const batch of inBatches(found)) {
        const rows = await toRows(batch as unknown[] as DocumentOf<C>[], source);
        yield { rows, cursor: JSON.stringify(batch.at(-1)?._id) };
      }
    },
    write: (source, rows, position) =>
      insertMissing(
        collection(source),
        rows.map((row, index) => toDocument(row as NeutralRow<K>, position + index)),
      ),
    clear: (source) => collection(source).deleteMany({}),
  };
}

function encode(field: string, value: unknown): unknown {
  if (field === "isIdentified") return value === 1;
  if (typeof value !== "string") return value;
  return LARGE_TEXTS.has(field) ? toStoredText(value) : TEXTS.has(field) ? escapeText(value) : value;
}

function decode(field: string, value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value !== undefined && LARGE_TEXTS.has(field))
    return fromStoredText(value as Parameters<typeof fromStoredText>[0]);
  return typeof value === "string" && TEXTS.has(field) ? unescapeText(value) : value;
}

/** Moved rows are older than any that a service stores. */
const BEGIN_SECONDS = Date.UTC(2000, 0, 1) / 1000;
/** Few, because those who follow events read some seconds at once. */
const ROWS_PER_SECOND = 1000;

/** Makes the order of the row with this position, from 0, among all moved rows of its kind. */
export function orderAt(position: number): ObjectId {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(BEGIN_SECONDS + Math.floor(position / ROWS_PER_SECOND));
  bytes.writeBigUInt64BE(BigInt(position), 4);
  return new ObjectId(bytes);
}

export function keyOfSession({ project, session }: Session): string {
  return recordingKey({ projectId: String(project), sessionId: session });
}

/** Parses a recording's key; undefined if the key has only the session's hash. */
export function sessionOfKey(key: string): Session | undefined {
  const [, project, session] = /^(\d+)\/(.*)$/s.exec(key) ?? [];
  return session === undefined ? undefined : { project: Number(project), session: unescapeText(session) };
}

async function recordingsOf(
  { recordings }: Collections,
  keys: readonly string[],
): Promise<Map<string, KnownRecording>> {
  const projection = { project: 1, sessionId: 1, erasedAt: 1, begun: 1, counted: 1, batch: 1 } as const;
  const rows = await findByIds(recordings, keys, projection);
  return new Map(
    rows.map((row) => {
      const session = { project: row.project, session: unescapeText(row.sessionId) };
      return [row._id, { row, session: row.erasedAt === undefined ? session : undefined }];
    }),
  );
}
