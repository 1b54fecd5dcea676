import type { Listed, Millis, Page, ProjectId } from "./common.ts";

/**
 * Stages of an erasure, in order:
 * - `collecting`: notes whom it concerns; the request is not accepted yet;
 * - `detaching`: the person and the recordings are removed; later events with its distinct ids have to wait;
 * - `removing`: later events start a new person; earlier events are removed;
 * - `sweeping`: the store has nothing left; nodes remove what their journals have;
 * - `completed`: nothing is left.
 */
export type ErasureStage = (typeof ERASURE_STAGES)[number];

export const ERASURE_STAGES = ["collecting", "detaching", "removing", "sweeping", "completed"] as const;

/** The erasure of a person or a distinct id. `id` is a UUID; what was received until `requestedAt` is erased. */
export interface Erasure {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly requestedAt: Millis;
  readonly stage: ErasureStage;
  readonly completedAt: Millis | null;
}

/**
 * What an erasure in progress is about: uuids of persons, distinct ids and sessions; ids of the nodes that apply it
 * (`heeded_by`), each with the number of distinct ids; and of those that have nothing left (`clean_node`).
 */
export type ErasureItemKind = "person" | "distinct_id" | "session" | "heeded_by" | "clean_node";

export type ErasureKey = Pick<Erasure, "id" | "projectId">;

/** An erasure in progress that concerns a distinct id. */
export interface MatchingId extends Pick<Erasure, "id" | "requestedAt" | "stage"> {
  readonly distinctId: string;
}

/** A process that may store events. `id` is that of its journal; `name` is that of its machine, for people. */
export interface ServiceNode {
  readonly id: string;
  readonly name: string;
  readonly seenAt: Millis;
}

export const MAX_UNFINISHED_ERASURES = 100;

/** Erasures, with their items while they are in progress. */
export interface Erasures {
  insert(erasure: Erasure): Promise<void>;
  find(key: ErasureKey): Promise<Erasure | null>;
  /** Returns a page of the project's accepted erasures, newest first. */
  list(projectId: ProjectId, page: Page): Promise<Listed<Erasure>>;
  /** Returns up to `MAX_UNFINISHED_ERASURES` that are not completed, oldest first. */
  unfinished(): Promise<Erasure[]>;
  /** Brings the erasure to a later stage; does nothing if it is there or further. */
  advance(erasure: ErasureKey, stage: ErasureStage, at: Millis): Promise<void>;
  /** Claims it or prolongs the claim. Returns false if absent, or (if nodes share the engine) while another's lasts. */
  claim(erasure: ErasureKey, owner: string, until: Millis, now: Millis): Promise<boolean>;
  /** Adds items, each once. */
  addItems(erasure: ErasureKey, kind: ErasureItemKind, values: readonly string[]): Promise<void>;
  /** Returns up to `limit` items after the given one, in a stable order. */
  items(erasure: ErasureKey, kind: ErasureItemKind, after: string | null, limit: number): Promise<string[]>;
  removeItems(erasure: ErasureKey): Promise<void>;
  /** Returns those of the distinct ids that erasures in progress concern, once for each erasure. */
  matching(projectId: ProjectId, distinctIds: readonly string[]): Promise<MatchingId[]>;
  /** Records that the node runs (replacing all others if the engine is for one). Returns false if it was forgotten. */
  reportNode(node: ServiceNode): Promise<boolean>;
  /** Returns all nodes that have run and are neither removed nor forgotten, ordered by id. */
  nodes(): Promise<ServiceNode[]>;
  /** Removes what is known of the node, also that it was forgotten. */
  removeNode(id: string): Promise<void>;
  /** Forgets (removes, if the engine is for one node) a node not seen since `seenBefore`. Returns false if absent. */
  forgetNode(id: string, seenBefore: Millis, at: Millis): Promise<boolean>;
  /** Returns when the node was forgotten, so that nothing waits for it any more; null if it was not. */
  forgottenAt(id: string): Promise<Millis | null>;
  /** Removes deleted content from engine files that the service owns. Returns false if they are in use: call again. */
  scrub(signal: AbortSignal): Promise<boolean>;
}
