import { randomBytes } from "node:crypto";

const [QUOTE, BACKSLASH, COLON, OPENING, CLOSING] = [34, 92, 58, 0x7b, 0x7d];
const [OPENING_LIST, CLOSING_LIST, ZERO, NINE] = [0x5b, 0x5d, 48, 57];
const MAX_DEPTH = 512;
/** Start of each shape's hash: random, so that no client can choose names whose hashes are equal. */
const SEED = randomBytes(4).readInt32LE();
/** Twice as many slots as shapes, at least, keep the search for one short. */
const SLOTS_PER_SHAPE = 2;

/** The shortest name, its value and what separates them: `"":0,`. */
export const MIN_BYTES_PER_SHAPE = 5;

/**
 * Counts the shapes of objects in JSON without parsing: each new name after the same earlier names makes one. V8 takes
 * up to 700 bytes and 6 µs for each. A possible index always counts: it may take 35 places of 8 bytes for one value.
 */
export class ShapeCounter {
  readonly #max: number;
  #shapes: ShapeSet | undefined;
  /** Counting stops at the maximum plus one. */
  count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds the shapes in valid JSON, in UTF-8. Returns whether there are no more than the maximum. */
  add(json: Uint8Array): boolean {
    this.#shapes ??= new ShapeSet(this.#max);
    const shapeByDepth = new Int32Array(MAX_DEPTH + 1);
    let depth = 0;
    for (let index = 0; index < json.length && this.count <= this.#max; index++) {
      const byte = json[index] as number;
      if (byte === OPENING || byte === OPENING_LIST) {
        depth = Math.min(depth + 1, MAX_DEPTH);
        shapeByDepth[depth] = SEED;
      } else if (byte === CLOSING || byte === CLOSING_LIST) depth = Math.max(depth - 1, 0);
      if (byte !== QUOTE) continue;
      const start = index + 1;
      let hash = shapeByDepth[depth] as number;
      for (index++; index < json.length && json[index] !== QUOTE; index++) {
        hash = Math.imul(hash ^ (json[index] as number), 0x01000193);
        if (json[index] === BACKSLASH) index++;
      }
      if (!isBeforeColon(json, index + 1)) continue;
      const shape = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 1;
      shapeByDepth[depth] = shape;
      if (mayBeIndex(json, start) || this.#shapes.add(shape)) this.count += 1;
    }
    return this.count <= this.#max;
  }
}

/** Returns whether the name is a number: an escape sequence may stand for a digit. */
function mayBeIndex(json: Uint8Array, start: number): boolean {
  let index = start;
  while (isDigit(json[index])) index++;
  return json[index] === BACKSLASH || (index > start && json[index] === QUOTE);
}

function isDigit(byte = 0): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isBeforeColon(json: Uint8Array, start: number): boolean {
  let index = start;
  while ((json[index] as number) <= 32) index++;
  return json[index] === COLON;
}

/** A set of numbers other than 0 in an array. It holds up to `max` and one more. */
class ShapeSet {
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(max: number) {
    const size = 2 ** Math.ceil(Math.log2((max + 2) * SLOTS_PER_SHAPE));
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
  }

  add(value: number): boolean {
    let slot = (value >>> 1) & this.#mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) if (this.#slots[slot] === value) return false;
    this.#slots[slot] = value;
    return true;
  }
}
