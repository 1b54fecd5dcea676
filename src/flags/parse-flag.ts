import { problem } from "../problem.ts";
import type { StoredFlag } from "../storage/ports/flags.ts";
import { type FlagDefinition, parseStoredFlag } from "./flag-definition.ts";
import { isCircular } from "./flag-set.ts";
import { parseFlags } from "./parse-flags.ts";
import { InvalidFlags } from "./validation.ts";

/** To compile one can take some 2 ms, while all other requests wait. */
const MAX_REGULAR_EXPRESSIONS = 200;

/**
 * Validates one flag of a project with these flags, to whose ids or keys its conditions may refer. Throws
 * `invalid_input`, with the first invalid field as `attr`, if it cannot be evaluated, and `max_length`.
 */
export function parseFlag(fields: object, projectFlags: readonly StoredFlag[]): FlagDefinition {
  const expressions = JSON.stringify(fields).match(/"(not_)?regex"/g) ?? [];
  if (expressions.length > MAX_REGULAR_EXPRESSIONS) {
    const detail = `A flag may have ${MAX_REGULAR_EXPRESSIONS} regular expressions, not ${expressions.length}.`;
    throw problem("max_length", { attr: "filters", detail });
  }
  const references = projectFlags.map(({ number, key }) => ({ id: number, key }));
  try {
    const [definition] = parseFlags(fields, references).flags;
    if (definition === undefined) throw new Error("one flag has one definition");
    rejectCircular(definition, projectFlags);
    return definition;
  } catch (error) {
    if (!(error instanceof InvalidFlags) || error.first === undefined) throw error;
    const { path, message } = error.first;
    const attr = path.parts.slice(1).join("__");
    throw problem("invalid_input", { attr, detail: `${path.text.replace(/^flag\./, "")} ${message}.` });
  }
}

/** A flag that depends on itself cannot be evaluated, nor can those that depend on it. */
function rejectCircular(definition: FlagDefinition, projectFlags: readonly StoredFlag[]): void {
  const others = () =>
    projectFlags.filter(({ key }) => key !== definition.key).map((flag) => parseStoredFlag(flag.definition));
  if (!isCircular({ ...definition, active: true }, others)) return;
  const detail = "The flag depends on itself, through the flags that its conditions test.";
  throw problem("invalid_input", { attr: "filters__groups", detail });
}
