const [QUOTE, BACKSLASH] = [34, 92];
/** 1 for the bytes that begin a further value: a comma, or the bracket of an array or object. */
const BEGINS_VALUE = new Uint8Array(256);

export interface JsonSize {
  /** Values, counted as commas and opening brackets: an array or object counts as two at most. */
  values: number;
  containers: number;
  depth: number;
  /** Numbers that may not fit a double: those that `parseExactly` has to look at. */
  longNumbers: number;
}

const [DOT, MINUS, ZERO, NINE] = [46, 45, 48, 57];
const MIN_LONG_DIGITS = 16;
const MIN_LONG_EXPONENT_DIGITS = 3;
const MIN_LONG_CHARACTERS = 200;

for (const byte of Buffer.from(",[{")) BEGINS_VALUE[byte] = 1;

/**
 * Counts the values in UTF-8 JSON, up to `max`, without parsing: commas and opening brackets outside of strings.
 * A parsed value takes up to about 150 bytes of the heap, however short its JSON is.
 */
export function countValues(json: Uint8Array, max: number): number {
  let count = 1;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] as number;
    if (byte === QUOTE) {
      for (index++; index < json.length && json[index] !== QUOTE; index++) if (json[index] === BACKSLASH) index++;
    } else if (BEGINS_VALUE[byte] === 1) {
      count++;
      if (count > max) return count;
    }
  }
  return count;
}

/** Returns whether these bytes are a number that `parseExactly` looks at; it changes no other. */
export function isLongNumber(json: Uint8Array, start: number, end: number): boolean {
  if (end - start < "1e999".length) return false;
  if (end - start >= MIN_LONG_CHARACTERS) return true;
  let digits = 0;
  let isInteger = true;
  for (let index = start; index < end; index++) {
    const byte = json[index] as number;
    if (byte >= ZERO && byte <= NINE) digits += 1;
    else if (byte === DOT) isInteger = false;
    else if ((byte | 32) === 101) return end - index - 1 >= MIN_LONG_EXPONENT_DIGITS && json[index + 1] !== MINUS;
  }
  return isInteger && digits >= MIN_LONG_DIGITS;
}
