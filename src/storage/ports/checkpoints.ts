import type { ProjectId } from "./common.ts";

/** Where an event stands in a journal: in which of its groups, and at which place there. Both are counted upwards. */
export interface Position {
  readonly group: number;
  readonly index: number;
}

/** How far each journal has come in each project. */
export interface Checkpoints {
  /** The furthest that was noted; null where nothing was. */
  find(journal: string, projectId: ProjectId): Promise<Position | null>;
  /** Notes that it came to this event; an earlier one than was noted before changes nothing. */
  advance(journal: string, projectId: ProjectId, position: Position): Promise<void>;
}
