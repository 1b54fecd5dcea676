import { isPropertyMap, stringifyExactly } from "../../lib/json/json.ts";

/** Answers above are shortened, in bytes of JSON: some 12,000 tokens. */
const MAX_BYTES = 40 * 1024;
/** Steps by which an answer is shortened until it fits: items of lists, characters of texts, members of objects. */
const STEPS = [
  { items: 1000, characters: 2000, members: 200 },
  { items: 200, characters: 500, members: 100 },
  { items: 100, characters: 300, members: 80 },
  { items: 50, characters: 200, members: 60 },
  { items: 20, characters: 100, members: 50 },
  { items: 8, characters: 60, members: 40 },
  { items: 3, characters: 40, members: 40 },
];
type Step = (typeof STEPS)[number];
const MAX_NOTES = 10;

export interface BoundAnswer {
  readonly answer: unknown;
  /** Sentences that say what was cut; none if the answer is complete. */
  readonly cut: readonly string[];
}

/** Shortens lists and texts of an answer until it fits; null if it never does. */
export function boundAnswer(answer: unknown): BoundAnswer | null {
  if (bytesOf(answer) <= MAX_BYTES) return { answer, cut: [] };
  for (const step of STEPS) {
    const cut = new Map<string, string>();
    const shortened = shorten(answer, "answer", step, cut);
    if (bytesOf(shortened) > MAX_BYTES) continue;
    const notes = [...cut.values()];
    const more = notes.length - MAX_NOTES;
    return {
      answer: shortened,
      cut: [...notes.slice(0, MAX_NOTES), ...(more > 0 ? [`Cut in ${more} other places.`] : [])],
    };
  }
  return null;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(stringifyExactly(value));
}

/** Notes what was cut once for each path, in which items of lists have no number. */
function shorten(value: unknown, path: string, step: Step, cut: Map<string, string>): unknown {
  if (typeof value === "string" && value.length > step.characters) {
    cut.set(path, `${path}: texts are cut after ${step.characters} characters.`);
    return `${value.slice(0, step.characters)}…`;
  }
  if (Array.isArray(value)) {
    const kept = value.slice(0, step.items);
    if (kept.length < value.length) cut.set(path, `${path} has ${kept.length} of ${value.length} items.`);
    return kept.map((item) => shorten(item, `${path}[]`, step, cut));
  }
  if (!isPropertyMap(value)) return value;
  const entries = Object.entries(value);
  const kept = entries.slice(0, step.members);
  if (kept.length < entries.length) cut.set(path, `${path} has ${kept.length} of ${entries.length} members.`);
  return Object.fromEntries(kept.map(([name, member]) => [name, shorten(member, `${path}.${safe(name)}`, step, cut)]));
}

/** Names that visitors chose are not repeated outside of the answer unless they are plain. */
function safe(name: string): string {
  return /^[\w$]{1,40}$/.test(name) ? name : "*";
}
