import type { ProjectId } from "./common.ts";

/** A finished file that a recording names, or a history file that has events which left the store. */
export interface NamedFile {
  readonly projectId: ProjectId;
  /** Null for a history file. */
  readonly sessionId: string | null;
  readonly key: string;
  /** 0 if the content is in the legacy database: then there is no file. */
  readonly bytes: number;
}

/** The number of rows or documents by table or collection. */
export type DocumentCounts = Readonly<Record<string, number>>;

export interface CopyEvents {
  /** Called with how much was copied since the last call. */
  readonly advance: (by: number) => void;
  /** Called once the moment is fixed that the copy shows; later changes are not in it. */
  readonly onFixed: () => void;
}

/** Copies of all documents of a store: files in a directory. `namedFiles` and `isEmpty` create nothing. */
export interface DocumentCopies {
  readonly reader: DocumentCopyReader;
  readonly unit: "MB" | "documents";
  /** Returns about how much there is to copy, in `unit`. */
  size(): Promise<number>;
  /**
   * Copies all documents to new files in the directory. Returns false if they must be removed and copied again, because
   * the store did not keep the moment that the copy shows for long enough. The next copy needs no such moment.
   */
  copy(directory: string, events: CopyEvents): Promise<boolean>;
  namedFiles(): AsyncIterable<NamedFile>;
  isEmpty(): Promise<boolean>;
  /** Returns how much `restore` has to copy. */
  copiedSize(directory: string): Promise<number>;
  /** Fills an empty store from a copy. */
  restore(directory: string, advance: (by: number) => void): Promise<void>;
}

/** Reads copies without the engine. */
export interface DocumentCopyReader {
  /** Returns paths relative to the directory. */
  files(directory: string): Promise<string[]>;
  counts(directory: string): Promise<DocumentCounts>;
  namedFiles(directory: string): AsyncIterable<NamedFile>;
  /** Returns what is wrong with the structure of the copy, in one line; null if nothing is. */
  findDamage(directory: string): Promise<string | null>;
}
