import { withExactValues } from "../../lib/json/exact-values.ts";
import { parseExactly, parseJson } from "../../lib/json/json.ts";
import { Problem } from "../../lib/problem.ts";
import { type CliContext, UsageError } from "../cli-context.ts";
import { readInput } from "../read-input.ts";
import type { CliOperation, Field } from "./cli-operations.ts";
import { optionKey, optionName } from "./command-names.ts";

type Input = Pick<CliContext, "readStdin">;
export type OptionValues = Readonly<Record<string, unknown>>;

export function readQuery({ fields }: CliOperation, options: OptionValues): URLSearchParams {
  const query = new URLSearchParams();
  for (const field of fields) {
    if (field.in !== "query") continue;
    for (const value of [options[optionKey(field)] ?? []].flat()) query.append(field.name, String(value));
  }
  return query;
}

/** Returns the body of a call: the file of `--body`, and the options, which win. Throws `UsageError`. */
export async function readBody(
  { fields, hasBody }: CliOperation,
  options: OptionValues,
  context: Input,
): Promise<unknown> {
  if (!hasBody) return undefined;
  const { body: file } = options;
  const whole = file === undefined ? {} : await readBodyFile(String(file), context);
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    const value = field.in === "body" ? options[optionKey(field)] : undefined;
    if (value !== undefined) given[field.name] = await readValue(field, value, context);
  }
  return Array.isArray(whole) ? whole : { ...whole, ...given };
}

async function readBodyFile(file: string, context: Input): Promise<object> {
  const bytes = await readInput(file, context);
  const { readFlagFile } = await import("../flag-file.ts"); // loads a parser of YAML
  return readFlagFile(bytes);
}

async function readValue(field: Field, value: unknown, context: Input): Promise<unknown> {
  const { types } = field;
  if (value === "null" && types.includes("null")) return null;
  if (Array.isArray(value)) return readList(field, value, context);
  if (typeof value === "boolean") return value;
  const text = String(value);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.includes("string") || types.includes("boolean")) return text;
  const isNumeric = types.includes("integer") || types.includes("number");
  if (!isNumeric) return readJson(field, text, context);
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

async function readList(field: Field, values: readonly string[], context: Input): Promise<unknown> {
  const [first = "", ...others] = values;
  if (others.length === 0 && /^\s*[[@]/.test(first)) return readJson(field, first, context);
  if (field.itemTypes.includes("string")) return values;
  return Promise.all(values.map((value) => readJson(field, value, context)));
}

async function readJson(field: Field, text: string, context: Input): Promise<unknown> {
  const bytes = text.startsWith("@") ? await readInput(text.slice(1), context) : Buffer.from(text);
  try {
    return withExactValues(parseJson(bytes, parseExactly));
  } catch (error) {
    if (error instanceof Problem) throw new UsageError(`${optionName(field)}: ${error.message}`);
    throw new UsageError(`${optionName(field)} must be JSON, or @FILE with JSON: ${(error as Error).message}`);
  }
}
