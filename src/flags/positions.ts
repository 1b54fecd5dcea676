/** Where an identifier is in the rollouts of a flag set. */
import { LRUCache } from "lru-cache";
import type { FlagDecisions } from "./flag-decisions.ts";
import { HashPrefix, HashSuffix } from "./sha1-prefix.ts";

/** What the positions on the scales of a flag set depend on. */
export interface ScaledSet {
  /** Differs from that of every other set in this process. */
  readonly id: number;
  readonly scaleCount: number;
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
export interface Scale {
  /** Its index among the scales of a flag set. */
  readonly index: number;
  readonly prefix: HashPrefix;
  readonly salt: Salt;
}

/** The scales of a flag set. Equal ones are the same. */
export class Scales {
  readonly #scales = new Map<string, Scale>();

  get count(): number {
    return this.#scales.size;
  }

  rollout(flagKey: string): Scale {
    return this.#scale(`${flagKey}.`, "");
  }

  variants(flagKey: string): Scale {
    return this.#scale(`${flagKey}.`, "variant");
  }

  /** The scale of all holdouts. */
  holdouts(): Scale {
    return this.#scale("holdout-", "");
  }

  #scale(prefix: string, salt: Salt): Scale {
    const name = `${salt} ${prefix}`;
    const scale = this.#scales.get(name) ?? { index: this.count, prefix: new HashPrefix(prefix), salt };
    this.#scales.set(name, scale);
    return scale;
  }
}

/** Client libraries divide 15 hex digits by 0xFFFFFFFFFFFFFFF, which as a double is 2^60. */
const MAX_HASH = 2 ** 60;

/** The positions of one identifier on the scales of a flag set. Each is hashed when a flag first needs it. */
export class Positions {
  readonly #identifier: string;
  readonly #known: number[];
  readonly #decisionBytes: number;
  /** Whether they are kept for later decisions. */
  isKept = false;
  /** The last decisions about a person of this distinct id. */
  last: LastDecisions | undefined;

  constructor({ scaleCount, decisionBytes }: Omit<ScaledSet, "id">, identifier: string) {
    this.#identifier = identifier;
    this.#known = new Array<number>(scaleCount).fill(Number.NaN);
    this.#decisionBytes = decisionBytes;
  }

  /** Returns the identifier's position on the scale, from 0 to 1. */
  at({ index, prefix, salt }: Scale): number {
    const known = this.#known[index] as number;
    if (!Number.isNaN(known)) return known;
    const position = suffixOf(this.#identifier, salt).hashWith(prefix) / MAX_HASH;
    this.#known[index] = position;
    return position;
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

/**
 * Keeps the positions of identifiers that were asked about recently, in bounded memory, from the second time on: most
 * are asked about once, and the garbage collector would move what is kept of them.
 */
export class PositionCache {
  readonly #positions = new LRUCache<string, Positions>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ byteSize }) => byteSize,
  });
  /** Hashes of names that were asked for last, by their lowest bits. A collision costs only time. */
  readonly #seen = new Int32Array(MAX_SEEN);

  of(set: ScaledSet, identifier: string): Positions {
    const name = `${set.id}.${identifier}`;
    const known = this.#positions.get(name);
    if (known !== undefined) return known;
    const positions = new Positions(set, identifier);
    const hash = hashOf(name);
    const slot = hash & (MAX_SEEN - 1);
    positions.isKept = this.#seen[slot] === hash;
    if (positions.isKept) this.#positions.set(name, positions);
    this.#seen[slot] = hash;
    return positions;
  }
}

/** Returns the FNV-1a hash of a text's UTF-16 units, as a signed integer. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
