import type { JsonText } from "../../store/ports/common.ts";
import { problem } from "../../values/problem.ts";

export const MAX_FLAGS = 5000;
export const MAX_DEFINITION_BYTES = 512 * 1024;
/** Of all definitions of a project, which decisions keep in memory and a page of the list may return. */
export const MAX_PROJECT_BYTES = 16 * 1024 * 1024;

/** Each decision compares all conditions, and keeps the values of all lists in memory. */
export const MAX_PROJECT_OBJECTS = 50_000;
export const MAX_PROJECT_VALUES = 500_000;

const BOUNDS = [
  { max: MAX_FLAGS, text: `A project may have ${MAX_FLAGS} flags` },
  { max: MAX_DEFINITION_BYTES, text: `A flag may have ${MAX_DEFINITION_BYTES} bytes` },
  { max: MAX_PROJECT_BYTES, text: `The flags of a project may have ${MAX_PROJECT_BYTES} bytes together` },
  { max: MAX_PROJECT_OBJECTS, text: `The flags of a project may have ${MAX_PROJECT_OBJECTS} opening braces together` },
  { max: MAX_PROJECT_VALUES, text: `The flags of a project may have ${MAX_PROJECT_VALUES} commas together` },
];

/** Throws `max_length` if the definitions of a project exceed a bound, and do so more than they did before. */
export function checkFlagLimits(before: readonly JsonText[], after: readonly JsonText[]): void {
  const sizes = measure(after);
  for (const [index, { max, text }] of BOUNDS.entries()) {
    const size = sizes[index] ?? 0;
    if (size > max && size > (measure(before)[index] ?? 0))
      throw problem("max_length", { detail: `${text}, not ${size}.` });
  }
}

/**
 * Returns what `BOUNDS` limit: the number of definitions, the size of the largest and of all, and estimates of their
 * objects and values, which are not parsed because 16 MB take too long.
 */
function measure(definitions: readonly JsonText[]): number[] {
  let [largest, total, objects, values] = [0, 0, 0, 0];
  for (const definition of definitions) {
    const bytes = Buffer.byteLength(definition);
    largest = Math.max(largest, bytes);
    total += bytes;
    objects += count("{", definition);
    values += count(",", definition);
  }
  return [definitions.length, largest, total, objects, values];
}

function count(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
