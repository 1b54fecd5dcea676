import { LRUCache } from "lru-cache";
import type { FlagSet } from "./flag-set.ts";
import { positionOf, type Scale } from "./rollout.ts";

/** The positions of one identifier on the scales of a flag set. Each is hashed when a flag first needs it. */
export class Positions {
  readonly #identifier: string;
  readonly #known: number[];

  constructor({ scaleCount }: Pick<FlagSet, "scaleCount">, identifier: string) {
    this.#identifier = identifier;
    this.#known = new Array<number>(scaleCount).fill(Number.NaN);
  }

  at(scale: Scale): number {
    const known = this.#known[scale.index] as number;
    if (!Number.isNaN(known)) return known;
    const position = positionOf(this.#identifier, scale);
    this.#known[scale.index] = position;
    return position;
  }

  /** An estimate of the memory that they take, with their entry in a cache. */
  get byteSize(): number {
    return 300 + 2 * this.#identifier.length + 8 * this.#known.length;
  }
}

const MAX_CACHE_BYTES = 16 * 1024 * 1024;

/** Keeps the positions of identifiers that were asked about recently, in bounded memory. */
export class PositionCache {
  readonly #positions = new LRUCache<string, Positions>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ byteSize }) => byteSize,
  });

  of(set: FlagSet, identifier: string): Positions {
    const name = `${set.id}.${identifier}`;
    const known = this.#positions.get(name);
    if (known !== undefined) return known;
    const positions = new Positions(set, identifier);
    this.#positions.set(name, positions);
    return positions;
  }
}
