import type { ErrorObject } from "ajv";

interface Params {
  readonly allowedValue?: unknown;
  readonly allowedValues?: readonly unknown[];
  readonly comparison?: string;
  readonly format?: string;
  readonly limit?: number;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly type?: string | readonly string[];
}

interface Alternative {
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};
const FORMATS: Readonly<Record<string, string>> = {
  email: "e-mail address",
  "idn-email": "e-mail address",
  "date-time": "date and time, such as 2026-03-09T12:00:00Z",
  uri: "address",
  uuid: "UUID",
};
const PATTERNS: Readonly<Record<string, string>> = {
  "^[^\\u0000]*$": "must not have the character U+0000",
  "^[^\\u0000-\\u001f]*$": "must not have control characters",
  "^[^\\u0000-\\u001f]*[^\\u0000-\\u0020][^\\u0000-\\u001f]*$": "must not be blank or have control characters",
  "^[\\w.:/-]{1,400}$": "must be 1 to 400 letters, digits or any of _ - . : /",
  "^[\\w.:/-]+$": "must have only letters, digits, -, _, ., : and /",
  "^[A-Za-z_][A-Za-z0-9_]{0,99}$": "must have only letters, digits and _, and not begin with a digit",
  "^-[0-9]{1,4}[dwmy]$": "must be a time such as -1m, with the unit d, w, m or y",
  "^[^\\s@\\u200b-\\u202e]+@[^\\s@\\u200b-\\u202e]+$": "must be a valid e-mail address",
  "^\\d+$": "must have only digits",
  "^[1-9]\\d{0,3}$": "must be a whole number from 1 to 9999",
  "^(https?://[^\\s]+)?$": "must be a web address, or empty",
  "^https?://(\\*\\.)?[A-Za-z0-9.-]+(:\\d{1,5})?$": "must be an origin such as https://intranet.example.com",
};
const BOUNDS: Readonly<Record<string, string>> = {
  ">=": "at least",
  "<=": "at most",
  ">": "more than",
  "<": "less than",
};

const count = (limit = 0, unit: string) => `${limit} ${unit}${limit === 1 ? "" : "s"}`;
const atLeast = ({ limit }: Params, unit: string) =>
  limit === 1 ? "must not be empty" : `must have at least ${count(limit, unit)}`;
const atMost = ({ limit }: Params, unit: string) => `must have at most ${count(limit, unit)}`;
const bound = ({ comparison = "", limit }: Params) => `must be ${BOUNDS[comparison]} ${limit}`;

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : JSON.stringify(value));

const SENTENCES: Readonly<Record<string, (params: Params) => string>> = {
  required: () => "is required",
  type: ({ type = [] }) =>
    `must be ${[type]
      .flat()
      .map((name) => TYPES[name] ?? name)
      .join(" or ")}`,
  enum: ({ allowedValues = [] }) => `must be one of ${allowedValues.map(textOf).join(", ")}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  format: ({ format = "" }) => `must be a valid ${FORMATS[format] ?? format}`,
  pattern: ({ pattern = "" }) => PATTERNS[pattern] ?? `must match ${pattern}`,
  minLength: (params) => atLeast(params, "character"),
  maxLength: (params) => atMost(params, "character"),
  minItems: (params) => atLeast(params, "item"),
  maxItems: (params) => atMost(params, "item"),
  minProperties: (params) => atLeast(params, "field"),
  maxProperties: (params) => atMost(params, "field"),
  uniqueItems: () => "must not have the same item twice",
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  additionalProperties: () => "is not allowed",
};

/** Says what is wrong with a value, to be read after its name: "must not be empty". A schema may say it (`x-fault`). */
export function describeFault({ keyword = "", params, parentSchema }: Partial<ErrorObject>): string {
  if (parentSchema?.["x-fault"]) return parentSchema["x-fault"];
  if (keyword === "discriminator") return `must be one of ${tagsOf(params?.tag, parentSchema?.oneOf).join(", ")}`;
  return SENTENCES[keyword]?.((params ?? {}) as Params) ?? "is not valid";
}

/** Returns the values of a tag by which alternatives are told apart. */
function tagsOf(tag: string, alternatives: readonly Alternative[] = []): string[] {
  return alternatives.flatMap(({ properties }) => properties?.[tag]?.enum ?? []);
}
