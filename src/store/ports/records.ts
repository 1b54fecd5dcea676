import type { Listed, Page } from "./common.ts";

/** Values of fields by which records are found. */
export type IndexedValue = string | number | boolean | null;

type Fields = object;
export type IndexedField<R extends Fields> = keyof {
  [F in keyof R & string as Required<R>[F] extends IndexedValue ? F : never]: true;
};
/** Fields of a unique key: never null, but perhaps absent. */
type UniqueField<R extends Fields> = keyof {
  [F in keyof R & string as null extends R[F] ? never : F]: true;
} &
  IndexedField<R>;

export interface RecordKindSpec {
  /** Names the table or collection: lower case, `_` between words. Never changes. */
  readonly name: string;
  /** Fields that identify a record and never change. */
  readonly key: readonly string[];
  /** Lists of fields: each lets `where` name its first fields and `orderBy` the next one. */
  readonly indexes?: readonly (readonly string[])[];
  /** Lists of fields, also indexes: no two records that have all fields of a list have the same values. */
  readonly unique?: readonly (readonly string[])[];
}

/**
 * Declares a kind of small data: a type, its key, and by what else it is found. An example, in a file of its own:
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
 */
export interface RecordKind<R extends Fields, K extends IndexedField<R>> extends RecordKindSpec {
  readonly key: readonly K[];
  readonly indexes?: readonly (readonly IndexedField<R>[])[];
  readonly unique?: readonly (readonly UniqueField<R>[])[];
}

/** A record as stored. Every write gives it another version. */
export type Stored<R extends Fields> = R & { readonly version: string };

/** Which records to read, in which order. An index of the kind must begin with these fields. */
export interface RecordQuery<R extends Fields> {
  /** Null matches records without the field, too. */
  readonly where?: { readonly [F in IndexedField<R>]?: R[F] };
  /** The field to order by, then by the key; by default only the key. Texts are in order of UTF-8. */
  readonly orderBy?: IndexedField<R>;
  readonly descending?: boolean;
  /** Bounds of `orderBy`: `from` is inclusive, `before` is exclusive. */
  readonly from?: string | number;
  readonly before?: string | number;
}

export interface PageAfter<R extends Fields> {
  readonly limit: number;
  /** The last record of the previous page, which may be gone. Its `orderBy` is not null. */
  readonly after?: R | undefined;
}

export class UniqueKeyTaken extends Error {
  constructor(kind: RecordKindSpec) {
    super(`Another record of ${kind.name} has the same unique key.`);
    this.name = "UniqueKeyTaken";
  }
}

/**
 * Small data: records of up to 4 MB of JSON, nested up to 50 deep (keep what a client sent as text), found by key or
 * index. No field is called `version`, `value` or `_id`; undefined fields are left out. Writes are atomic, one record
 * each. `insert`, `put`, `replace` and `change` throw `UniqueKeyTaken`.
 */
export interface Records {
  find<R extends Fields, K extends IndexedField<R>>(kind: RecordKind<R, K>, key: Pick<R, K>): Promise<Stored<R> | null>;
  /** Returns the records in which the field, the first one of an index, has one of the values; in any order. */
  findMany<R extends Fields, K extends IndexedField<R>, F extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    field: F,
    values: readonly (R[F] & IndexedValue)[],
  ): Promise<Stored<R>[]>;
  list<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    query: RecordQuery<R>,
    page: Page,
  ): Promise<Listed<Stored<R>>>;
  scan<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    query: RecordQuery<R>,
    page: PageAfter<R>,
  ): Promise<Stored<R>[]>;
  /** Returns only these fields of all matching records. None is boolean; one index has them and those of the query. */
  scanFields<R extends Fields, K extends IndexedField<R>, F extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    query: RecordQuery<R>,
    fields: readonly F[],
  ): Promise<Pick<R, F>[]>;
  /** Stores a new record; returns null, and changes nothing, if one has its key. */
  insert<R extends Fields, K extends IndexedField<R>>(kind: RecordKind<R, K>, record: R): Promise<Stored<R> | null>;
  /** Stores the record, in place of one with its key. */
  put<R extends Fields, K extends IndexedField<R>>(kind: RecordKind<R, K>, record: R): Promise<Stored<R>>;
  /** Stores a changed record if it still has the version read; else returns null. */
  replace<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    record: Stored<R>,
  ): Promise<Stored<R> | null>;
  /**
   * Replaces the record (null if absent) by what `change` makes of it. If that is null or an error, which is thrown,
   * nothing changes. Concurrent calls, also of other nodes, see each other's result: `change` may run repeatedly.
   */
  change<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    key: Pick<R, K>,
    change: (record: Stored<R> | null) => R | null,
  ): Promise<Stored<R> | null>;
  /** Removes the record, or only this version. Returns false if there is none: one of concurrent callers gets true. */
  delete<R extends Fields, K extends IndexedField<R>>(
    kind: RecordKind<R, K>,
    key: Pick<R, K>,
    version?: string,
  ): Promise<boolean>;
}
