import { parseDocument, stringify } from "yaml";
import { withExactValues } from "../lib/json/exact-values.ts";
import { LargeNumber, MAX_DEPTH, type PropertyMap, parseExactly, parseJson } from "../lib/json/json.ts";
import { CommandFailure } from "./cli-context.ts";

const MAX_ALIASES = 100;
/** A project's flags have up to 16 MB. A YAML parser needs some seconds for as many megabytes. */
const [MAX_JSON_MB, MAX_YAML_MB] = [32, 4];
const MB = 1024 * 1024;

/** Parses JSON or YAML into JSON values, not validated. Throws `CommandFailure` with the position of a syntax error. */
export function readFlagFile(bytes: Uint8Array): object {
  if (bytes.byteLength > MAX_JSON_MB * MB) throw new CommandFailure(`It has more than ${MAX_JSON_MB} MB.`);
  const content = withExactValues(readContent(bytes)); // refuses numbers that programs round
  if (typeof content === "object" && content !== null) return content;
  throw new CommandFailure("It contains no flags: it must be a list of flags, {flags: [...]} or {results: [...]}.");
}

/** Returns flags as YAML that `readFlagFile` reads back. */
export function writeFlagFile(flags: readonly PropertyMap[]): string {
  return stringify(flags, { aliasDuplicateObjects: false, lineWidth: 0 });
}

function readContent(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, parseExactly);
  } catch (error) {
    if (error instanceof RangeError) throw new CommandFailure(`It is nested deeper than ${MAX_DEPTH} levels.`);
    if (error instanceof TypeError) throw new CommandFailure("It is not text in UTF-8.");
    if (bytes.byteLength > MAX_YAML_MB * MB) {
      throw new CommandFailure(
        `It has more than ${MAX_YAML_MB} MB and is not valid JSON, which may have ${MAX_JSON_MB}.`,
      );
    }
    return readYaml(new TextDecoder().decode(bytes));
  }
}

function readYaml(text: string): unknown {
  const document = parseDocument(text, { stringKeys: true, intAsBigInt: true, logLevel: "error" });
  const error = document.errors[0] ?? document.warnings[0];
  if (error !== undefined) {
    throw new CommandFailure(`It is neither JSON nor YAML: ${error.message.split("\n", 1)[0]}`);
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    throw new CommandFailure(`It is invalid YAML: ${(error as Error).message}`);
  }
  rejectNonJson(value, 0);
  return value;
}

/** YAML can express values that JSON cannot: dates, sets, bytes, infinity and cycles. */
function rejectNonJson(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw new CommandFailure(`It is nested deeper than ${MAX_DEPTH} levels.`);
  if (typeof value === "object" && value !== null && !(value instanceof LargeNumber)) {
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== Array.prototype) rejectValue(prototype.constructor.name);
    for (const member of Object.values(value)) rejectNonJson(member, depth + 1);
  } else if (typeof value === "number" ? !Number.isFinite(value) : value === undefined) {
    rejectValue(String(value));
  }
}

function rejectValue(description: string): never {
  throw new CommandFailure(`It contains a value that JSON does not have: ${description}.`);
}
