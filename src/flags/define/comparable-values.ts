import { numberText } from "../../lib/json/exact-number.ts";
import { isPropertyMap, LargeNumber, type PropertyMap } from "../../lib/json/json.ts";

const MAX_DEPTH = 64;

export interface SizeLimits {
  /** Counts UTF-16 units of the value's text. */
  readonly maxLength: number;
  /** Limits each list and object. */
  readonly maxItems: number;
}

const UNLIMITED: SizeLimits = { maxLength: Number.POSITIVE_INFINITY, maxItems: Number.POSITIVE_INFINITY };

/**
 * Returns a string itself, otherwise JSON without spaces and with sorted keys: equal objects have equal texts. Throws
 * for values that are not JSON, nest deeper than 64 levels or exceed the limits, in time that the limits bound.
 */
export function comparisonText(value: unknown, limits: SizeLimits = UNLIMITED): string {
  const output = new BoundedText(limits);
  if (typeof value === "string") output.add(value);
  else addCanonicalJson(value, 0, output);
  return output.text;
}

class BoundedText {
  text = "";
  readonly #limits: SizeLimits;

  constructor(limits: SizeLimits) {
    this.#limits = limits;
  }

  add(part: string): void {
    this.checkLength(part);
    this.text += part;
  }

  checkLength(part: string): void {
    const { maxLength } = this.#limits;
    if (this.text.length + part.length > maxLength)
      throw new RangeError(`a value is longer than ${maxLength} characters`);
  }

  checkCount(items: readonly unknown[]): void {
    const { maxItems } = this.#limits;
    if (items.length > maxItems) throw new RangeError(`a value has more than ${maxItems} items`);
  }
}

function addCanonicalJson(value: unknown, depth: number, output: BoundedText): void {
  if (depth > MAX_DEPTH) throw new RangeError(`a value nests deeper than ${MAX_DEPTH} levels`);
  if (value instanceof LargeNumber) output.add(value.text);
  else if (Array.isArray(value)) addCanonicalList(value, depth, output);
  else if (isPropertyMap(value)) addCanonicalObject(value, depth, output);
  else {
    if (value === undefined || (typeof value === "number" && !Number.isFinite(value)))
      throw new TypeError(`${value} is not JSON`);
    if (typeof value === "string") output.checkLength(value);
    output.add(typeof value === "number" ? numberText(value) : JSON.stringify(value));
  }
}

function addCanonicalList(list: readonly unknown[], depth: number, output: BoundedText): void {
  output.checkCount(list);
  output.add("[");
  for (let index = 0; index < list.length; index += 1) {
    if (index > 0) output.add(",");
    addCanonicalJson(list[index], depth + 1, output);
  }
  output.add("]");
}

function addCanonicalObject(object: PropertyMap, depth: number, output: BoundedText): void {
  const keys = Object.keys(object);
  output.checkCount(keys);
  let separator = "";
  output.add("{");
  for (const key of keys.sort()) {
    const item = object[key];
    if (item === undefined) continue;
    output.checkLength(key);
    output.add(`${separator}${JSON.stringify(key)}:`);
    addCanonicalJson(item, depth + 1, output);
    separator = ",";
  }
  output.add("}");
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Returns the text with A to Z in lower case and all other characters unchanged. */
export function foldAscii(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : text.toLowerCase();
}
