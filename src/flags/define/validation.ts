import { isPropertyMap, unwrapLargeNumber } from "../../lib/json/json.ts";
import { MAX_FILE_COST, MAX_FLAG_COST, RegexCompiler } from "./bounded-regex.ts";

/** Limits for definitions that are checked together: more would not fit into a project. */
const [MAX_FILE_OBJECTS, MAX_FILE_VALUES] = [50_000, 500_000];

/** Field names and indexes, from the file or the flag to a value. */
export type FlagPath = readonly (string | number)[];

/** A rule that a definition breaks, and where. */
type FlagProblem = { readonly path: FlagPath; readonly message: string };

/** Returns a path as text, such as `flags[3].filters.groups[0]`. */
export function pathText([root, ...parts]: FlagPath): string {
  const named = parts.map((part) =>
    typeof part === "string" && /^\w+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
  );
  return `${root}${named.join("")}`;
}

/** Invalid flag definitions. Each problem is a line with a path and the rule that is broken. */
export class InvalidFlags extends Error {
  readonly problems: readonly string[];
  readonly first: FlagProblem | undefined;

  constructor(problems: readonly FlagProblem[]) {
    const lines = problems.map(({ path, message }) => `${pathText(path)}: ${message}`);
    super(lines.join("\n"));
    this.name = "InvalidFlags";
    this.problems = lines;
    this.first = problems[0];
  }
}

export class FlagCheck {
  readonly problems: FlagProblem[] = [];
  readonly #maxProblems: number;
  regexes = new RegexCompiler(MAX_FLAG_COST);
  readonly #fileRegexes = new RegexCompiler(MAX_FILE_COST);
  #objects = 0;
  #values = 0;

  constructor(maxProblems: number) {
    this.#maxProblems = maxProblems;
  }

  startFlag(): void {
    this.regexes = new RegexCompiler(MAX_FLAG_COST, this.#fileRegexes);
  }

  /** Checks the size of a flag, which may be YAML. Throws `InvalidFlags` if all flags are too large together. */
  hasGoodSize(filters: unknown, path: FlagPath): boolean {
    const size = { objects: 0, values: 0 };
    try {
      countValues(filters, 0, size);
    } catch (error) {
      this.add(path, `must be JSON of a limited size: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
    this.#objects += size.objects;
    this.#values += size.values;
    for (const [name, count, max] of [
      ["objects", this.#objects, MAX_FILE_OBJECTS],
      ["values", this.#values, MAX_FILE_VALUES],
    ] as const) {
      if (count <= max) continue;
      const message = `with this flag, all flags together have more than ${max} ${name}`;
      throw new InvalidFlags([...this.problems, { path, message }]);
    }
    return true;
  }

  /** Throws `InvalidFlags` once there are as many problems as the caller wants. */
  add(path: FlagPath, message: string): void {
    this.problems.push({ path, message });
    if (this.problems.length >= this.#maxProblems) throw new InvalidFlags(this.problems);
  }
}

const MAX_DEPTH = 64;
/** Conditions, filters, variants and all else of a definition. Every decision compares a project's flags. */
const MAX_OBJECTS = 5000;
const MAX_VALUES = 50_000;

/** Throws, with the reason, unless the value is JSON within 64 levels and the size limits. */
function countValues(item: unknown, depth: number, count: { objects: number; values: number }): void {
  const value = unwrapLargeNumber(item);
  count.values += 1;
  if (count.values > MAX_VALUES) throw new RangeError(`it has more than ${MAX_VALUES} values`);
  if (typeof value !== "object" || value === null) {
    if (!isJsonScalar(value)) throw new TypeError(`${value} is not JSON`);
    return;
  }
  if (depth >= MAX_DEPTH) throw new RangeError(`a value nests deeper than ${MAX_DEPTH} levels`);
  if (isPropertyMap(value)) count.objects += 1;
  if (count.objects > MAX_OBJECTS) throw new RangeError(`it has more than ${MAX_OBJECTS} objects`);
  for (const member of Array.isArray(value) ? value : Object.values(value)) countValues(member, depth + 1, count);
}

function isJsonScalar(value: unknown): boolean {
  return typeof value === "number"
    ? Number.isFinite(value)
    : value === null || /^(string|boolean|undefined)$/.test(typeof value);
}
