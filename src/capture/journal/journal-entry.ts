import type { Millis, ProjectId } from "../../storage/ports/common.ts";

/** One accepted request: what came, unchanged, and what was known when it came. */
export interface JournalEntry {
  readonly projectId: ProjectId;
  readonly receivedAt: Millis;
  /** A UUID from which those of the events that came without one are made, so that a second drain makes the same. */
  readonly seed: string;
  readonly operation: "capture" | "batch";
  /** The request's JSON, checked against the contract before. */
  readonly body: Uint8Array;
}

/** Entries that were synced together: one row of the journal. */
export interface JournalGroup {
  readonly id: number;
  readonly entries: JournalEntry[];
  readonly bytes: number;
}

/** A group as it travels and rests: a header that tells where each body ends, and the bodies one after the other. */
export interface PackedGroup {
  readonly header: string;
  readonly bodies: Uint8Array<ArrayBuffer>;
  readonly entries: number;
  readonly receivedAt: Millis;
}

type HeaderLine = [
  projectId: ProjectId,
  receivedAt: Millis,
  seed: string,
  operation: "capture" | "batch",
  bytes: number,
];

/** Packs at least one entry. */
export function packGroup(entries: readonly JournalEntry[]): PackedGroup {
  const lines = entries.map(
    (entry): HeaderLine => [entry.projectId, entry.receivedAt, entry.seed, entry.operation, entry.body.byteLength],
  );
  const bodies = new Uint8Array(entries.reduce((sum, entry) => sum + entry.body.byteLength, 0));
  let end = 0;
  for (const { body } of entries) {
    bodies.set(body, end);
    end += body.byteLength;
  }
  return { header: JSON.stringify(lines), bodies, entries: entries.length, receivedAt: entries[0]?.receivedAt ?? 0 };
}

/** The entries of a packed group; their bodies share its memory. */
export function unpackGroup({ header, bodies }: Pick<PackedGroup, "header" | "bodies">): JournalEntry[] {
  let end = 0;
  return (JSON.parse(header) as HeaderLine[]).map(([projectId, receivedAt, seed, operation, bytes]) => {
    const body = bodies.subarray(end, end + bytes);
    end += bytes;
    return { projectId, receivedAt, seed, operation, body };
  });
}
