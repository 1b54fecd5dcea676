import { isPropertyMap, type PropertyMap } from "../values/json.ts";

/** A rule that a definition breaks, and where: field names and indexes, from the file or the flag to the value. */
export interface FlagProblem {
  readonly path: ValidationPath;
  readonly message: string;
}

/** Invalid flag definitions. Each problem is a line with a path and the rule that is broken. */
export class InvalidFlags extends Error {
  readonly problems: readonly string[];
  readonly first: FlagProblem | undefined;

  constructor(problems: readonly FlagProblem[]) {
    const lines = problems.map(({ path, message }) => `${path.text}: ${message}`);
    super(lines.join("\n"));
    this.name = "InvalidFlags";
    this.problems = lines;
    this.first = problems[0];
  }
}

/** A path in the definitions, such as `flags[3].filters.groups[0]`, for which problems are collected. */
export class ValidationPath {
  readonly parts: readonly (string | number)[];
  readonly problems: FlagProblem[];

  constructor(parts: readonly (string | number)[], problems: FlagProblem[]) {
    this.parts = parts;
    this.problems = problems;
  }

  get text(): string {
    const [root, ...parts] = this.parts;
    return parts.reduce<string>((text, part) => {
      const isName = typeof part === "string" && /^\w+$/.test(part);
      return text + (isName ? `.${part}` : `[${JSON.stringify(part)}]`);
    }, String(root));
  }

  /** Returns the path of a field or of a list item. */
  at(part: string | number): ValidationPath {
    return new ValidationPath([...this.parts, part], this.problems);
  }

  addProblem(message: string): void {
    this.problems.push({ path: this, message });
  }
}

/** Adds a problem if the value is neither absent nor null and fails the check. */
export function checkOptional(
  value: unknown,
  path: ValidationPath,
  isValid: (value: unknown) => boolean,
  message: string,
): void {
  if (value !== undefined && value !== null && !isValid(value)) path.addProblem(message);
}

/** Returns the items of a list with their paths. Adds a problem if the value is not a list. */
export function expectList(value: unknown, path: ValidationPath): (readonly [unknown, ValidationPath])[] {
  if (Array.isArray(value)) return value.map((item, index) => [item, path.at(index)] as const);
  path.addProblem(value === undefined ? "is required: a list" : "must be a list");
  return [];
}

/** Returns the value if it is an object; otherwise adds a problem. */
export function expectObject(value: unknown, path: ValidationPath): PropertyMap | undefined {
  if (isPropertyMap(value)) return value;
  path.addProblem(value === undefined ? "is required: an object" : "must be an object");
  return undefined;
}

export function isNonEmptyString(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

export function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

export function isIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export const BETWEEN_0_AND_100 = "must be between 0 and 100";

export function isPercentage(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 100;
}
