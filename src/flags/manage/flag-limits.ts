import { problem } from "../../lib/problem.ts";
import type { JsonText } from "../../store/ports/common.ts";

export const MAX_FLAGS = 5000;
export const MAX_DEFINITION_BYTES = 512 * 1024;
/** All definitions of a project: decisions keep them in memory, and a page of the list may return them. */
export const MAX_PROJECT_BYTES = 16 * 1024 * 1024;

/** Each decision compares all conditions, and keeps the values of all lists in memory. */
const MAX_PROJECT_OBJECTS = 50_000;
const MAX_PROJECT_VALUES = 500_000;

const BOUNDS = [
  { max: MAX_FLAGS, text: `A project may have ${MAX_FLAGS} flags` },
  { max: MAX_DEFINITION_BYTES, text: `A flag may have ${MAX_DEFINITION_BYTES} bytes` },
  { max: MAX_PROJECT_BYTES, text: `The flags of a project may have ${MAX_PROJECT_BYTES} bytes together` },
  { max: MAX_PROJECT_OBJECTS, text: `The flags of a project may have ${MAX_PROJECT_OBJECTS} opening braces together` },
  { max: MAX_PROJECT_VALUES, text: `The flags of a project may have ${MAX_PROJECT_VALUES} commas together` },
];

type Defined = { readonly definition: JsonText };

/** Throws `max_length` if the definitions of a project exceed a bound, and do so more than they did before. */
export function checkFlagLimits(before: readonly Defined[], after: readonly Defined[]): void {
  const sizes = measure(after);
  for (const [index, { max, text }] of BOUNDS.entries()) {
    const size = sizes[index] ?? 0;
    if (size > max && size > (measure(before)[index] ?? 0))
      throw problem("max_length", { detail: `${text}, not ${size}.` });
  }
}

/** Measures what `BOUNDS` limit, in their order. */
function measure(flags: readonly Defined[]): number[] {
  let [largest, total, objects, values] = [0, 0, 0, 0];
  for (const flag of flags) {
    const size = sizes.get(flag) ?? sizeOf(flag.definition);
    sizes.set(flag, size);
    largest = Math.max(largest, size.bytes);
    total += size.bytes;
    objects += size.objects;
    values += size.values;
  }
  return [flags.length, largest, total, objects, values];
}

/** Sizes of unchanged flags: 16 MB take too long to read for each change. */
const sizes = new WeakMap<Defined, ReturnType<typeof sizeOf>>();

/** Estimates objects and values, without parsing. */
function sizeOf(definition: JsonText) {
  return { bytes: Buffer.byteLength(definition), objects: count("{", definition), values: count(",", definition) };
}

function count(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
