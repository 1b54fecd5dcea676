import { randomUUID } from "node:crypto";
import type { Listed, Millis, Page, ProjectId } from "../ports/common.ts";
import type { RecordKind, Records } from "../ports/records.ts";
import { requireProjectNumber } from "../stored-ids.ts";
import { nextNumber } from "./counters.ts";
import { recordNodes } from "./nodes.ts";
import { deleteAll, scanAll } from "./scan-all.ts";

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

export interface MatchingId extends Pick<Erasure, "id" | "requestedAt" | "stage"> {
  readonly distinctId: string;
}

export const MAX_UNFINISHED_ERASURES = 100;

interface ErasureRecord extends Erasure {
  /** Counts the erasures of the project. */
  readonly number: number;
  readonly isAccepted: boolean;
  readonly isOpen: boolean;
  readonly claimedBy?: string;
  readonly claimedUntil?: Millis;
}

export const ERASURES: RecordKind<ErasureRecord, "projectId" | "id"> = {
  name: "person_erasures",
  key: ["projectId", "id"],
  indexes: [
    ["projectId", "isAccepted", "number"],
    ["projectId", "isOpen"],
    ["isOpen", "requestedAt"],
  ],
};

/** Some items of an erasure. Another chunk may have the same ones. */
interface ErasureItemsRecord {
  readonly projectId: ProjectId;
  readonly erasureId: string;
  readonly kind: ErasureItemKind;
  readonly chunk: string;
  readonly items: readonly string[];
}

export const ERASURE_ITEMS: RecordKind<ErasureItemsRecord, "projectId" | "erasureId" | "kind" | "chunk"> = {
  name: "person_erasure_items",
  key: ["projectId", "erasureId", "kind", "chunk"],
};

/** An item has up to 200 characters. */
const MAX_CHUNK_ITEMS = 500;

export interface ErasureEngine {
  /** Whether several nodes may use it. */
  readonly isShared: boolean;
  /** Removes deleted content from engine files that the service owns. Returns false if they are in use: call again. */
  readonly scrub: (signal: AbortSignal) => Promise<boolean>;
}

export type Erasures = ReturnType<typeof recordErasures>;

/** Erasures, with their items while they are in progress, and the nodes that apply them. */
export function recordErasures(records: Records, { isShared, scrub }: ErasureEngine) {
  const itemsOf = async ({ projectId, id: erasureId }: ErasureKey, kind: ErasureItemKind): Promise<string[]> => {
    const chunks = await scanAll(records, ERASURE_ITEMS, { where: { projectId, erasureId, kind } });
    return [...new Set(chunks.flatMap(({ items }) => items))];
  };
  return {
    ...recordNodes(records, isShared),

    async insert(erasure: Erasure): Promise<void> {
      // On MongoDB, now new persons of the project get other uuids than the erased one: see `newPersonRow`.
      const number = await nextNumber(records, `erasures ${requireProjectNumber(erasure.projectId)}`);
      await records.insert(ERASURES, { ...erasure, number, ...marksOf(erasure.stage) });
    },

    async find({ projectId, id }: ErasureKey): Promise<Erasure | null> {
      const found = await records.find(ERASURES, { projectId, id });
      return found && toErasure(found);
    },

    async list(projectId: ProjectId, page: Page): Promise<Listed<Erasure>> {
      const newestFirst = { where: { projectId, isAccepted: true }, orderBy: "number", descending: true } as const;
      const { count, items } = await records.list(ERASURES, newestFirst, page);
      return { count, items: items.map(toErasure) };
    },

    async unfinished(): Promise<Erasure[]> {
      const oldestFirst = { where: { isOpen: true }, orderBy: "requestedAt" } as const;
      return (await records.scan(ERASURES, oldestFirst, { limit: MAX_UNFINISHED_ERASURES })).map(toErasure);
    },

    /** Brings the erasure to a later stage; does nothing if it is there or further. */
    async advance({ projectId, id }: ErasureKey, stage: ErasureStage, at: Millis): Promise<void> {
      await records.change(ERASURES, { projectId, id }, (found) => {
        if (!found || orderOf(found.stage) >= orderOf(stage)) return null;
        return { ...found, stage, ...marksOf(stage), completedAt: stage === "completed" ? at : null };
      });
    },

    /** Claims it or prolongs the claim. Returns false if absent, or, on a shared engine, while another's lasts. */
    async claim({ projectId, id }: ErasureKey, owner: string, until: Millis, now: Millis): Promise<boolean> {
      let isClaimed = false;
      await records.change(ERASURES, { projectId, id }, (found) => {
        const isFree = !isShared || found?.claimedBy === owner || (found?.claimedUntil ?? 0) <= now;
        isClaimed = found !== null && isFree;
        return found && isClaimed && isShared ? { ...found, claimedBy: owner, claimedUntil: until } : null;
      });
      return isClaimed;
    },

    async addItems(erasure: ErasureKey, kind: ErasureItemKind, values: readonly string[]): Promise<void> {
      const present = new Set(await itemsOf(erasure, kind));
      const added = values.filter((value) => !present.has(value));
      for (let start = 0; start < added.length; start += MAX_CHUNK_ITEMS) {
        const items = added.slice(start, start + MAX_CHUNK_ITEMS);
        const key = { projectId: erasure.projectId, erasureId: erasure.id, kind, chunk: randomUUID() };
        await records.insert(ERASURE_ITEMS, { ...key, items });
      }
    },

    items: itemsOf,

    async removeItems({ projectId, id: erasureId }: ErasureKey): Promise<void> {
      await deleteAll(records, ERASURE_ITEMS, { where: { projectId, erasureId } });
    },

    /** Returns those of the distinct ids that erasures in progress concern, once for each erasure. */
    async matching(projectId: ProjectId, distinctIds: readonly string[]): Promise<MatchingId[]> {
      const found: MatchingId[] = [];
      for (const erasure of await scanAll(records, ERASURES, { where: { projectId, isOpen: true } })) {
        const items = new Set(await itemsOf(erasure, "distinct_id"));
        const matching = distinctIds.filter((distinctId) => items.has(distinctId));
        found.push(...matching.map((distinctId) => ({ ...toErasure(erasure), distinctId })));
      }
      return found;
    },

    scrub,
  };
}

function orderOf(stage: ErasureStage): number {
  return ERASURE_STAGES.indexOf(stage);
}

/** Returns fields by which erasures of this stage are found. */
export function marksOf(stage: ErasureStage): Pick<ErasureRecord, "isAccepted" | "isOpen"> {
  return { isAccepted: stage !== "collecting", isOpen: stage !== "completed" };
}

function toErasure({ id, projectId, requestedAt, stage, completedAt }: ErasureRecord): Erasure {
  return { id, projectId, requestedAt, stage, completedAt };
}
