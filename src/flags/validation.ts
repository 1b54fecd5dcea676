import { isPropertyMap, type PropertyMap } from "../values/properties.ts";

/** Flag definitions that cannot be used, with one line for each thing that is wrong: where it is, and what it must be. */
export class InvalidFlags extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "InvalidFlags";
    this.problems = problems;
  }
}

/** A place in the definitions, such as `flags[3].filters.groups[0]`, where what is wrong is noted. */
export class ValidationPath {
  readonly path: string;
  readonly problems: string[];

  constructor(path: string, problems: string[]) {
    this.path = path;
    this.problems = problems;
  }

  /** The place of a field, or of an item of a list. */
  at(part: string | number): ValidationPath {
    const isName = typeof part === "string" && /^\w+$/.test(part);
    return new ValidationPath(this.path + (isName ? `.${part}` : `[${JSON.stringify(part)}]`), this.problems);
  }

  addProblem(message: string): void {
    this.problems.push(`${this.path}: ${message}`);
  }
}

/** Notes a problem unless the value, where there is one (neither absent nor null), passes the check. */
export function checkOptional(
  value: unknown,
  place: ValidationPath,
  isRight: (value: unknown) => boolean,
  message: string,
): void {
  if (value !== undefined && value !== null && !isRight(value)) place.addProblem(message);
}

/** The items of a list with their places; nothing, and a problem, for what is no list. */
export function expectList(value: unknown, place: ValidationPath): (readonly [unknown, ValidationPath])[] {
  if (Array.isArray(value)) return value.map((item, index) => [item, place.at(index)] as const);
  place.addProblem(value === undefined ? "is required: a list" : "must be a list");
  return [];
}

/** The value as an object; nothing, and a problem, for what is none. */
export function expectObject(value: unknown, place: ValidationPath): PropertyMap | undefined {
  if (isPropertyMap(value)) return value;
  place.addProblem(value === undefined ? "is required: an object" : "must be an object");
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
