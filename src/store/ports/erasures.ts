import type { Listed, Millis, Page, ProjectId } from "./common.ts";

/**
 * How far an erasure is:
 *
 * - `collecting`: it is being written down whom it concerns; the request is not accepted yet;
 * - `detaching`: the person and the recordings are removed; later events with its distinct ids have to wait;
 * - `removing`: later events start a new person; earlier events are removed;
 * - `sweeping`: the store has nothing left; nodes remove what their journals have;
 * - `completed`: nothing is left.
 */
export type ErasureStage = (typeof ERASURE_STAGES)[number];

/** In order. */
export const ERASURE_STAGES = ["collecting", "detaching", "removing", "sweeping", "completed"] as const;

/** The erasure of a person, or of a distinct id. */
export interface Erasure {
  /** A UUID. */
  readonly id: string;
  readonly projectId: ProjectId;
  /** What was received until then is erased. */
  readonly requestedAt: Millis;
  readonly stage: ErasureStage;
  /** Null until it is completed. */
  readonly completedAt: Millis | null;
}

/**
 * What an erasure in progress is about: uuids of persons, distinct ids and sessions of the person; and ids of the nodes
 * that apply it (`heeded_by`), each with the number of distinct ids, and of those that have nothing left.
 */
export type ErasureItemKind = "person" | "distinct_id" | "session" | "heeded_by" | "clean_node";

/** Identifies an erasure. */
export type ErasureKey = Pick<Erasure, "id" | "projectId">;

/** An erasure in progress that concerns a distinct id. */
export interface MatchingId extends Pick<Erasure, "id" | "requestedAt" | "stage"> {
  readonly distinctId: string;
}

/** A process, known by its journal, that may store events. */
export interface ServiceNode {
  /** The id of its journal. */
  readonly id: string;
  /** For people: the name of its machine. */
  readonly name: string;
  readonly seenAt: Millis;
}

/** The most erasures that `unfinished` returns. */
export const MAX_UNFINISHED_ERASURES = 100;

/** Erasures of persons, with what they are about as long as they are in progress. */
export interface Erasures {
  /** Stores a new erasure. */
  insert(erasure: Erasure): Promise<void>;
  find(key: ErasureKey): Promise<Erasure | null>;
  /** Returns a page of the project's erasures, newest first, without those that are not accepted yet. */
  list(projectId: ProjectId, page: Page): Promise<Listed<Erasure>>;
  /** Returns up to `MAX_UNFINISHED_ERASURES` that are not completed, oldest first. */
  unfinished(): Promise<Erasure[]>;
  /** Brings the erasure to a later stage. Does nothing if it is there or further. */
  advance(erasure: ErasureKey, stage: ErasureStage, at: Millis): Promise<void>;
  /**
   * Claims the erasure for this owner until then, or prolongs its claim. Returns false while another's claim lasts,
   * unless only one node can use the engine, or if there is no such erasure.
   */
  claim(erasure: ErasureKey, owner: string, until: Millis, now: Millis): Promise<boolean>;
  /** Adds items to the erasure, each once. */
  addItems(erasure: ErasureKey, kind: ErasureItemKind, values: readonly string[]): Promise<void>;
  /** Returns up to `limit` items of this kind after the given one, in a stable order. */
  items(erasure: ErasureKey, kind: ErasureItemKind, after: string | null, limit: number): Promise<string[]>;
  /** Removes all items of the erasure. */
  removeItems(erasure: ErasureKey): Promise<void>;
  /** Returns those of the distinct ids that erasures in progress concern, once for each of these. */
  matching(projectId: ProjectId, distinctIds: readonly string[]): Promise<MatchingId[]>;
  /**
   * Records that the node runs. Returns false if it was forgotten: then it stays so. On an engine that only one node
   * can use, it replaces all others.
   */
  reportNode(node: ServiceNode): Promise<boolean>;
  /** Returns all nodes that have run and are neither removed nor forgotten, ordered by id. */
  nodes(): Promise<ServiceNode[]>;
  /** Removes what is known of the node, also that it was forgotten. */
  removeNode(id: string): Promise<void>;
  /**
   * Forgets a node that has not reported since `seenBefore`, and remembers when: nothing waits for it any more. Returns
   * false if there is no such node. On an engine that only one node can use, the node is removed.
   */
  forgetNode(id: string, seenBefore: Millis, at: Millis): Promise<boolean>;
  /** Returns when the node was forgotten; null if it was not. */
  forgottenAt(id: string): Promise<Millis | null>;
  /**
   * Removes what the engine's files may still have of deleted content. Returns false if the files are in use: then it
   * has to be called again. Does nothing on an engine whose files are not the service's.
   */
  scrub(signal: AbortSignal): Promise<boolean>;
}
