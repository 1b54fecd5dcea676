import type { Millis, ProjectId } from "../../store/ports/common.ts";

export interface JournalEntry {
  readonly projectId: ProjectId;
  readonly receivedAt: Millis;
  /** A UUID that determines those of events without one: draining the entry again gives the same. */
  readonly seed: string;
  readonly operation: "capture" | "batch";
  /** The request's JSON, already validated against the contract. */
  readonly body: Uint8Array;
}

/** Consecutive entries. What is synced together is one or more groups. */
export interface JournalGroup {
  /** Its first row in the journal. */
  readonly id: number;
  /** Its last row; a large body takes several. */
  readonly last: number;
  readonly entries: JournalEntry[];
  readonly bytes: number;
}

/** A group as it is sent and stored. Bodies of a large one go on in further groups, which have no entries. */
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

/** Larger rows make the C library take new memory each time: page faults would take longer than all else. */
const MAX_ROW_BYTES = 96 * 1024;

/** Packs at least one entry into groups that share a buffer: the entries' own, the spare one, or a new one. */
export function packGroups(
  entries: readonly JournalEntry[],
  spare?: ArrayBuffer,
): { readonly groups: PackedGroup[]; readonly buffer: ArrayBuffer } {
  const bytes = bytesOf(entries);
  const own = entries[0]?.body.buffer;
  const isOwn = own?.byteLength === bytes && entries.every(({ body }) => body.buffer === own);
  const fitting = spare && spare.byteLength >= bytes ? spare : undefined;
  const buffer = isOwn && own instanceof ArrayBuffer ? own : (fitting ?? new ArrayBuffer(bytes));
  const groups: PackedGroup[] = [];
  let [first, start, end] = [0, 0, 0];
  for (const [index, { body }] of entries.entries()) {
    if (index > first && end + body.byteLength - start > MAX_ROW_BYTES) {
      groups.push(...splitBodies(packGroup(entries.slice(first, index), buffer, start)));
      [first, start] = [index, end];
    }
    end += body.byteLength;
  }
  groups.push(...splitBodies(packGroup(entries.slice(first), buffer, start)));
  return { groups, buffer };
}

function splitBodies(group: PackedGroup): PackedGroup[] {
  const { bodies, receivedAt } = group;
  if (bodies.byteLength <= MAX_ROW_BYTES) return [group];
  const parts = [{ ...group, bodies: bodies.subarray(0, MAX_ROW_BYTES) }];
  for (let start = MAX_ROW_BYTES; start < bodies.byteLength; start += MAX_ROW_BYTES) {
    parts.push({ header: "[]", bodies: bodies.subarray(start, start + MAX_ROW_BYTES), entries: 0, receivedAt });
  }
  return parts;
}

export function bytesOf(entries: readonly JournalEntry[]): number {
  return entries.reduce((sum, { body }) => sum + body.byteLength, 0);
}

/** Packs at least one entry into one group, whose bodies are in the buffer from `start`. */
export function packGroup(
  entries: readonly JournalEntry[],
  buffer: ArrayBuffer = new ArrayBuffer(bytesOf(entries)),
  start = 0,
): PackedGroup {
  const lines = entries.map(
    (entry): HeaderLine => [entry.projectId, entry.receivedAt, entry.seed, entry.operation, entry.body.byteLength],
  );
  const bodies = new Uint8Array(buffer, start, bytesOf(entries));
  let end = 0;
  for (const { body } of entries) {
    if (body.buffer !== buffer) bodies.set(body, end);
    end += body.byteLength;
  }
  return { header: JSON.stringify(lines), bodies, entries: entries.length, receivedAt: entries[0]?.receivedAt ?? 0 };
}

/** Returns the entries of a packed group; their bodies share its memory. */
export function unpackGroup({ header, bodies }: Pick<PackedGroup, "header" | "bodies">): JournalEntry[] {
  let end = 0;
  return (JSON.parse(header) as HeaderLine[]).map(([projectId, receivedAt, seed, operation, bytes]) => {
    const body = bodies.subarray(end, end + bytes);
    end += bytes;
    return { projectId, receivedAt, seed, operation, body };
  });
}

const HEX_DIGITS = Buffer.from("0123456789abcdef");
const UUID_LENGTH = 36;
/** The last seed, and a UUID that is derived from it: the events of a request have the same. */
const derived = { seed: "", last: 0, uuid: Buffer.alloc(UUID_LENGTH) };

/** Returns a UUID that depends on the seed and the index only, and is as close in time as the seed. */
export function deriveUuid(seed: string, index: number): string {
  if (index === 0) return seed;
  if (seed !== derived.seed) {
    derived.uuid.write(seed, "latin1");
    derived.last = Number.parseInt(seed.slice(-8), 16);
    derived.seed = seed;
  }
  let rest = derived.last ^ index;
  for (let at = UUID_LENGTH - 1; at >= UUID_LENGTH - 8; at--) {
    derived.uuid[at] = HEX_DIGITS[rest & 15] as number;
    rest >>>= 4;
  }
  // Text that is put together from parts would be joined later, digit by digit.
  return derived.uuid.toString("latin1");
}
