import { LRUCache } from "lru-cache";
import type { FlagDecisions } from "./flag-context.ts";
import { HashPrefix, HashSuffix } from "./sha1-prefix.ts";

export interface HashedSet {
  /** Differs from that of every other set in this process. */
  readonly id: number;
  readonly seedCount: number;
  /** An estimate of the memory that the decisions about a person take, with the properties and JSON of the values. */
  readonly decisionBytes: number;
}

/** All that decisions about a person depend on besides the distinct id, and the decisions. */
export interface LastDecisions {
  readonly values: readonly unknown[];
  readonly decisions: FlagDecisions;
}

/** What follows the identifier in a text that is hashed. */
type Salt = "" | "variant";

/** A hash that places identifiers between 0 and 1. */
export interface HashSeed {
  /** Its index among the seeds of a flag set. */
  readonly index: number;
  readonly prefix: HashPrefix;
  readonly salt: Salt;
}

/** The seeds of a flag set. Equal ones are the same. */
export class HashSeeds {
  readonly #seeds = new Map<string, HashSeed>();

  get count(): number {
    return this.#seeds.size;
  }

  rollout(flagKey: string): HashSeed {
    return this.#seed(`${flagKey}.`, "");
  }

  variants(flagKey: string): HashSeed {
    return this.#seed(`${flagKey}.`, "variant");
  }

  holdouts(): HashSeed {
    return this.#seed("holdout-", "");
  }

  #seed(prefix: string, salt: Salt): HashSeed {
    const name = `${salt} ${prefix}`;
    const seed = this.#seeds.get(name) ?? { index: this.count, prefix: new HashPrefix(prefix), salt };
    this.#seeds.set(name, seed);
    return seed;
  }
}

/** Client libraries divide 15 hex digits by 0xFFFFFFFFFFFFFFF, which as a double is 2^60. */
const MAX_HASH = 2 ** 60;

/** The hashes of one identifier with the seeds of a flag set. Each is computed when a flag first needs it. */
export class RolloutHashes {
  readonly #identifier: string;
  readonly #known: number[];
  readonly #decisionBytes: number;
  isKept = false;
  last: LastDecisions | undefined;

  constructor({ seedCount, decisionBytes }: Omit<HashedSet, "id">, identifier: string) {
    this.#identifier = identifier;
    this.#known = new Array<number>(seedCount).fill(Number.NaN);
    this.#decisionBytes = decisionBytes;
  }

  /** Returns the identifier's hash with the seed, from 0 to 1. */
  at({ index, prefix, salt }: HashSeed): number {
    const known = this.#known[index] as number;
    if (!Number.isNaN(known)) return known;
    const hash = suffixOf(this.#identifier, salt).hashWith(prefix) / MAX_HASH;
    this.#known[index] = hash;
    return hash;
  }

  /** An estimate of the memory that they take, with their entry in a cache, the last decisions and their JSON. */
  get byteSize(): number {
    return 1000 + 2 * this.#identifier.length + 8 * this.#known.length + this.#decisionBytes;
  }
}

/** The suffixes that were hashed last: a decision hashes one identifier with many keys. */
const lastSuffixes = new Map<Salt, { readonly identifier: string; readonly suffix: HashSuffix }>();

function suffixOf(identifier: string, salt: Salt): HashSuffix {
  const last = lastSuffixes.get(salt);
  if (last?.identifier === identifier) return last.suffix;
  const suffix = new HashSuffix(identifier + salt);
  lastSuffixes.set(salt, { identifier, suffix });
  return suffix;
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024;

const MAX_SEEN = 65_536;

/** Keeps hashes in bounded memory from the second request on: garbage collection would move those used only once. */
export class RolloutHashCache {
  readonly #hashes = new LRUCache<string, RolloutHashes>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ byteSize }) => byteSize,
  });
  /** Hashes of names that were asked for last, by their lowest bits. A collision costs only time. */
  readonly #seen = new Int32Array(MAX_SEEN);

  of(set: HashedSet, identifier: string): RolloutHashes {
    const name = `${set.id}.${identifier}`;
    const known = this.#hashes.get(name);
    if (known !== undefined) return known;
    const hashes = new RolloutHashes(set, identifier);
    const hash = hashOf(name);
    const slot = hash & (MAX_SEEN - 1);
    hashes.isKept = this.#seen[slot] === hash;
    if (hashes.isKept) this.#hashes.set(name, hashes);
    this.#seen[slot] = hash;
    return hashes;
  }
}

/** Returns the FNV-1a hash of a text's UTF-16 units, as a signed integer. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
