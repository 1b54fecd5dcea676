import { randomUUID } from "node:crypto";

/**
 * JSON whose large numbers stay as they were sent: `JSON.parse` would make 12345678901234567890 another number, and 1e999 an infinite one, which
 * `JSON.stringify` then loses.
 */

/** What a large number begins with while it is a text. Nobody else knows it, so no text that was sent looks like it. */
const MARK = `\uE000${randomUUID()}`;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, "g");
let isWriting = false;

/** A number that JavaScript has no exact value for. */
export class LargeNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The nearest number that JavaScript has; it may be infinite. */
  toNumber(): number {
    return Number(this.text);
  }

  /** Anybody but `jsonText` writes the nearest number. */
  toJSON(): string | number {
    return isWriting ? MARK + this.text : this.toNumber();
  }
}

/** The JSON of a value in which there may be large numbers. */
export function stringifyExactly(value: unknown): string {
  isWriting = true;
  try {
    const text = JSON.stringify(value);
    return text.includes(MARK) ? text.replaceAll(MARKED, "$1") : text;
  } finally {
    isWriting = false;
  }
}

/** As `JSON.parse`, with a `LargeNumber` where one is needed. */
export function parseExactly(text: string): unknown {
  const marked = markLargeNumbers(text);
  if (marked === text) return JSON.parse(text);
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith(MARK) ? new LargeNumber(value.slice(MARK.length)) : value,
  );
}

/** The value; of a large number the nearest one. */
export function unwrapLargeNumber(value: unknown): unknown {
  return value instanceof LargeNumber ? value.toNumber() : value;
}

/** After what begins a value: whole numbers of 16 digits or more, exponents of 3 digits or more, and any number that is infinite by its many digits. */
const POSSIBLY_LARGE_NUMBER =
  /[:,[]\s*(-?\d{16,}(?![\d.eE])|-?\d+(?:\.\d+)?[eE]\+?\d{3,}|-?\d{200,}(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

function markLargeNumbers(text: string): string {
  const parts: string[] = [];
  let taken = 0;
  let isInString = false;
  let quote = text.indexOf('"');
  for (const { 0: match, 1: number = "", index } of text.matchAll(POSSIBLY_LARGE_NUMBER)) {
    const end = index + match.length;
    for (; quote !== -1 && quote < end; quote = text.indexOf('"', quote + 1)) {
      if (!isInString || !isEscaped(text, quote)) isInString = !isInString;
    }
    if (isInString || isExact(number)) continue;
    parts.push(text.slice(taken, end - number.length), `"${MARK}${number}"`);
    taken = end;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(taken);
}

/** True after an odd number of backslashes. */
function isEscaped(text: string, place: number): boolean {
  let first = place;
  while (text.charAt(first - 1) === "\\") first -= 1;
  return (place - first) % 2 === 1;
}

function isExact(number: string): boolean {
  const nearest = Number(number);
  return Number.isFinite(nearest) && (/[.eE]/.test(number) || BigInt(nearest) === BigInt(number));
}
