import { problem } from "../problem.ts";
import type { JsonText } from "../storage/ports/common.ts";

export const MAX_FLAGS = 5000;
export const MAX_DEFINITION_BYTES = 512 * 1024;
/** Of all definitions of a project, which decisions keep in memory and a page of the list may return. */
export const MAX_PROJECT_BYTES = 16 * 1024 * 1024;

const BOUNDS = [
  { max: MAX_FLAGS, text: `A project may have ${MAX_FLAGS} flags` },
  { max: MAX_DEFINITION_BYTES, text: `A flag may have ${MAX_DEFINITION_BYTES} bytes` },
  { max: MAX_PROJECT_BYTES, text: `The flags of a project may have ${MAX_PROJECT_BYTES} bytes together` },
];

/** Throws `max_length` if the definitions of a project exceed a bound, and do so more than they did before. */
export function requireRoom(before: readonly JsonText[], after: readonly JsonText[]): void {
  const [known, sizes] = [measure(before), measure(after)];
  for (const [index, { max, text }] of BOUNDS.entries()) {
    const size = sizes[index] ?? 0;
    if (size > max && size > (known[index] ?? 0)) throw problem("max_length", { detail: `${text}, not ${size}.` });
  }
}

/** Returns what `BOUNDS` limit: the number of definitions, the size of the largest, and that of all. */
function measure(definitions: readonly JsonText[]): number[] {
  let largest = 0;
  let total = 0;
  for (const definition of definitions) {
    const bytes = Buffer.byteLength(definition);
    largest = Math.max(largest, bytes);
    total += bytes;
  }
  return [definitions.length, largest, total];
}
