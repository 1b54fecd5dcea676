import { isPropertyMap, type PropertyMap } from "../values/json.ts";

/** Invalid flag definitions. Each problem is a line with a path and the rule that is broken. */
export class InvalidFlags extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "InvalidFlags";
    this.problems = problems;
  }
}

/** A path in the definitions, such as `flags[3].filters.groups[0]`, for which problems are collected. */
export class ValidationPath {
  readonly text: string;
  readonly problems: string[];

  constructor(text: string, problems: string[]) {
    this.text = text;
    this.problems = problems;
  }

  /** Returns the path of a field or of a list item. */
  at(part: string | number): ValidationPath {
    const isName = typeof part === "string" && /^\w+$/.test(part);
    return new ValidationPath(this.text + (isName ? `.${part}` : `[${JSON.stringify(part)}]`), this.problems);
  }

  addProblem(message: string): void {
    this.problems.push(`${this.text}: ${message}`);
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
