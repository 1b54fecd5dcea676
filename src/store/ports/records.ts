import type { Listed, Page } from "./common.ts";

/** What a field may hold by which records are found. */
export type IndexedValue = string | number | boolean | null;

type Fields = object;
/** The fields of a record by which it may be found. */
export type IndexedField<R extends Fields> = keyof {
  [F in keyof R & string as Required<R>[F] extends IndexedValue ? F : never]: true;
};
/** The fields that a unique key may have: never null, but perhaps absent. */
type UniqueField<R extends Fields> = keyof {
  [F in keyof R & string as null extends R[F] ? never : F]: true;
} &
  IndexedField<R>;

/** What engines know of a kind of records. */
export interface RecordKindSpec {
  /** Names the table or collection: lower case, `_` between words. Never changes. */
  readonly name: string;
  /** The fields that identify a record. They never change. */
  readonly key: readonly string[];
  /** Lists of fields: each lets `where` name its first fields and `orderBy` the next one. */
  readonly indexes?: readonly (readonly string[])[];
  /** Each list of fields has different values in each record that has all of them. Also an index. */
  readonly unique?: readonly (readonly string[])[];
}

/**
 * Declares a kind of small data: a type, its key, and by what else it is found. An example, in a file of its own:
 *
 *     export interface SavedQuestion {
 *       readonly projectId: ProjectId;
 *       readonly id: string;
 *       readonly slug?: string;
 *       readonly createdAt: Millis;
 *       readonly definition: JsonText;
 *     }
 *
 *     export const SAVED_QUESTIONS: RecordKind<SavedQuestion, "projectId" | "id"> = {
 *       name: "saved_questions",
 *       key: ["projectId", "id"],
 *       indexes: [["projectId", "createdAt"]],
 *       unique: [["projectId", "slug"]],
 *     };
 *
 * Add it to `RECORD_KINDS`: from then on every engine stores, copies and restores it. If `projectId` is the first field
 * of the key or of an index, its records are removed with the project.
 *
 *     const newest = { where: { projectId }, orderBy: "createdAt", descending: true } as const;
 *     const { count, items } = await records.list(SAVED_QUESTIONS, newest, { limit, offset });
 *     await records.change(SAVED_QUESTIONS, { projectId, id }, (question) => question && { ...question, name });
 */
export interface RecordKind<R extends Fields, K extends IndexedField<R>> extends RecordKindSpec {
  readonly key: readonly K[];
  readonly indexes?: readonly (readonly IndexedField<R>[])[];
  readonly unique?: readonly (readonly UniqueField<R>[])[];
}

/** A record as stored. Every write gives it another version. */
export type Stored<R extends Fields> = R & { readonly version: string };

/** Which records to read, and in which order. An index of the kind must begin with these fields. */
export interface RecordQuery<R extends Fields> {
  /** The values of fields. Null matches records without the field, too. */
  readonly where?: { readonly [F in IndexedField<R>]?: R[F] };
  /** The field to order by, and by the key where it is the same; by default only the key. Texts in order of UTF-8. */
  readonly orderBy?: IndexedField<R>;
  readonly descending?: boolean;
  /** The lowest value of `orderBy`. */
  readonly from?: string | number;
  /** A value of `orderBy` that is above those of all records. */
  readonly before?: string | number;
}

/** A page after a record. */
export interface PageAfter<R extends Fields> {
  readonly limit: number;
  /** The last record of the previous page, which need not exist any more. Its `orderBy` is not null. */
  readonly after?: R | undefined;
}

/** A record has the unique key of another one. */
export class UniqueKeyTaken extends Error {
  constructor(kind: RecordKindSpec) {
    super(`Another record of ${kind.name} has the same unique key.`);
    this.name = "UniqueKeyTaken";
  }
}

/**
 * Small data of every kind in `RECORD_KINDS`: records of up to 1 MB of JSON, read by key or index. No field is called
 * `version`, `value` or `_id`. Fields that are undefined are left out. Objects in a record are nested up to 50 deep:
 * what a client sent is better kept as text. Writes are atomic, one record each. `insert`, `put`, `replace` and
 * `change` throw `UniqueKeyTaken`.
 */
export interface Records {
  /** Returns the record with this key; null if absent. */
  find<R extends Fields, K extends IndexedField<R>>(kind: RecordKind<R, K>, key: Pick<R, K>): Promise<Stored<R> | null>;
  /** Returns a page of the matching records with the number of all. */
  list<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    query: RecordQuery<R>,
    page: Page,
  ): Promise<Listed<Stored<R>>>;
  /** Returns up to `limit` matching records after the given one. */
  scan<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    query: RecordQuery<R>,
    page: PageAfter<R>,
  ): Promise<Stored<R>[]>;
  /** Stores a new record and returns it; null, and nothing is changed, if one has its key. */
  insert<R extends Fields, K extends IndexedField<R>>(kind: RecordKind<R, K>, record: R): Promise<Stored<R> | null>;
  /** Stores the record in place of the one with its key, if there is one, and returns it. */
  put<R extends Fields, K extends IndexedField<R>>(kind: RecordKind<R, K>, record: R): Promise<Stored<R>>;
  /** Stores a changed record if it still has the version read, and returns it; else null. */
  replace<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    record: Stored<R>,
  ): Promise<Stored<R> | null>;
  /**
   * Replaces the record with this key by what `change` makes of it, and returns it. `change` gets null if there is
   * none; if it returns null, nothing is changed. Concurrent calls, also of other nodes, see each other's result;
   * `change` may therefore be called repeatedly. What it throws is thrown, and nothing is changed.
   */
  change<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    key: Pick<R, K>,
    change: (record: Stored<R> | null) => R | null,
  ): Promise<Stored<R> | null>;
  /**
   * Removes the record with this key, or only this version of it. Returns false if there is none: of concurrent
   * callers, one gets true.
   */
  delete<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    key: Pick<R, K>,
    version?: string,
  ): Promise<boolean>;
}
