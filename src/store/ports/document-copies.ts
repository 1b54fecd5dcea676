import type { ProjectId } from "./common.ts";

/** A finished file that a recording names, or a history file that has events which left the store. */
export interface NamedFile {
  readonly projectId: ProjectId;
  /** Null for a history file. */
  readonly sessionId: string | null;
  readonly key: string;
  /** 0 if the content is in the legacy database, so that there is no file. */
  readonly bytes: number;
}

/** The number of documents, or rows, of each collection, or table. */
export type DocumentCounts = Readonly<Record<string, number>>;

export interface CopyEvents {
  /** Called with how much was copied since the last call. */
  readonly advance: (by: number) => void;
  /** Called once the moment is fixed that the copy shows; later changes are not in it. */
  readonly onFixed: () => void;
}

/** Copies of all documents of a store: files in a directory. */
export interface DocumentCopies {
  readonly reader: DocumentCopyReader;
  /** The unit of progress. */
  readonly unit: "MB" | "documents";
  /** Returns about how much there is to copy. */
  size(): Promise<number>;
  /**
   * Copies all documents of the store to new files in the directory. Returns false if they must be removed, and copied
   * again: the store did not keep the moment that the copy shows for long enough. The next copy needs no such moment.
   */
  copy(directory: string, events: CopyEvents): Promise<boolean>;
  /** Yields the files that the store names. Creates nothing. */
  namedFiles(): AsyncIterable<NamedFile>;
  /** Returns whether the store has no documents, so that a copy may be restored. Creates nothing. */
  isEmpty(): Promise<boolean>;
  /** Returns how much `restore` has to copy. */
  copiedSize(directory: string): Promise<number>;
  /** Fills an empty store with the documents of a copy. */
  restore(directory: string, advance: (by: number) => void): Promise<void>;
}

/** Reads copies without the engine. */
export interface DocumentCopyReader {
  /** Returns the paths of a copy's files, relative to its directory. */
  files(directory: string): Promise<string[]>;
  counts(directory: string): Promise<DocumentCounts>;
  /** Yields the files that the copy names. */
  namedFiles(directory: string): AsyncIterable<NamedFile>;
  /** Returns what is wrong with the structure of the copy, in one line; null if nothing is. */
  findDamage(directory: string): Promise<string | null>;
}
