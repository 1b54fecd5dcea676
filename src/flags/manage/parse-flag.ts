import { problem } from "../../lib/problem.ts";
import type { StoredFlag } from "../../store/ports/flags.ts";
import { isCircular } from "../decide/flag-set.ts";
import { type FlagDefinition, parseStoredFlag } from "../define/flag-definition.ts";
import { parseFlags } from "../define/parse-flags.ts";
import { InvalidFlags } from "../define/validation.ts";

/** Limits the flags on which one depends, directly or not: they are parsed while all other requests wait. */
const MAX_DEPENDENCY_LENGTH = 2 * 1024 * 1024;

/** Validates a flag; conditions may refer to these. Throws `invalid_input` with the first wrong field as `attr`. */
export function parseFlag(fields: object, projectFlags: readonly StoredFlag[]): FlagDefinition {
  const others = projectFlags.map(({ number, key }) => ({ id: number, key }));
  try {
    const [definition] = parseFlags(fields, { others, maxProblems: 1 }).flags;
    if (definition === undefined) throw new Error("one flag has one definition");
    return definition;
  } catch (error) {
    if (!(error instanceof InvalidFlags) || error.first === undefined) throw error;
    const { path, message } = error.first;
    const attr = path.parts.slice(1).join("__");
    throw problem("invalid_input", { attr, detail: `${path.text.replace(/^flag\./, "")} ${message}.` });
  }
}

/** Throws `invalid_input` if the flag depends on itself, directly or not; `max_length` if it depends on too much. */
export function rejectCircular(definition: FlagDefinition, projectFlags: readonly StoredFlag[]): void {
  const byKey = new Map(projectFlags.map((flag) => [flag.key, flag]));
  let length = 0;
  const find = (key: string) => {
    const text = byKey.get(key)?.definition;
    if (text === undefined || !text.includes('"flag_evaluates_to"')) return undefined;
    length += text.length;
    if (length > MAX_DEPENDENCY_LENGTH) throw problem("max_length", { attr: "filters__groups", detail: TOO_LONG });
    return parseStoredFlag(text);
  };
  if (!isCircular(definition, find)) return;
  const detail = "The flag depends on itself, through the flags that its conditions test.";
  throw problem("invalid_input", { attr: "filters__groups", detail });
}

const TOO_LONG = `The flags on which a flag depends may have ${MAX_DEPENDENCY_LENGTH} characters together.`;
