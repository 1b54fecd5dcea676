import { LRUCache } from "lru-cache";
import { nextTurn } from "../../lib/threads/loop-turns.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Flags } from "../../store/ports/stores.ts";
import type { FlagVersion, StoredFlag } from "../../store/records/flags.ts";

/** Twice as many as one project may have. */
const MAX_CHARACTERS = 32 * 1024 * 1024;
/** Size of a flag without its definition. */
const OVERHEAD = 500;
/** What is read at once, while all other requests wait: some milliseconds. */
const MAX_BATCH_BYTES = 1024 * 1024;

/**
 * Keeps definitions in memory: `list` reads changed ones, a megabyte at a time, and returns unchanged ones as the same
 * objects. Between two batches, a flag may change or be deleted.
 */
export function withKnownFlags(flags: Flags): Flags {
  const known = new LRUCache<string, StoredFlag>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ definition }) => definition.length + OVERHEAD,
  });

  async function list(projectId: ProjectId): Promise<StoredFlag[]> {
    const versions = await flags.versions(projectId);
    const found = new Map<number, StoredFlag>();
    const recall = (version: FlagVersion) => {
      const flag = found.has(version.number) ? undefined : known.get(nameOf(projectId, version));
      if (flag) found.set(flag.number, flag);
    };
    for (const version of versions) recall(version);
    const missing = versions.filter(({ number }) => !found.has(number));
    for (const batch of batchesOf(missing)) {
      await nextTurn();
      for (const version of batch) recall(version); // another caller may have read it meanwhile
      const numbers = batch.map(({ number }) => number).filter((number) => !found.has(number));
      for (const flag of numbers.length === 0 ? [] : await flags.read(projectId, numbers)) {
        found.set(flag.number, flag);
        known.set(nameOf(projectId, flag), flag);
      }
    }
    return versions.flatMap(({ number }) => found.get(number) ?? []);
  }

  return { ...flags, list };
}

/** A flag that replaces a deleted one has another number. */
function nameOf(projectId: ProjectId, { number, version, updatedAt }: Omit<FlagVersion, "key" | "bytes">): string {
  return `${projectId} ${number} ${version} ${updatedAt}`;
}

function* batchesOf(versions: readonly FlagVersion[]): Generator<readonly FlagVersion[]> {
  let batch: FlagVersion[] = [];
  let bytes = 0;
  for (const version of versions) {
    if (batch.length > 0 && bytes + version.bytes + OVERHEAD > MAX_BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(version);
    bytes += version.bytes + OVERHEAD;
  }
  if (batch.length > 0) yield batch;
}
