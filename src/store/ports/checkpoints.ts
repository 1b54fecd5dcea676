import type { ProjectId } from "./common.ts";

/** The position of an event in a journal: its group commit, and its index within that. Both only grow. */
export interface Position {
  readonly group: number;
  readonly index: number;
}

/** How far each journal has been drained in each project. */
export interface Checkpoints {
  find(journal: string, projectId: ProjectId): Promise<Position | null>;
  /** Stores the position unless a higher one is stored already. */
  advance(journal: string, projectId: ProjectId, position: Position): Promise<void>;
  /** Returns the highest group that the journal has a position in, in any project; 0 if it has none. */
  highestGroup(journal: string): Promise<number>;
}
