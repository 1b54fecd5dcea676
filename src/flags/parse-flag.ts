import { problem } from "../problem.ts";
import type { StoredFlag } from "../storage/ports/flags.ts";
import { type FlagDefinition, flagFromJson } from "./flag-definition.ts";
import { isCircular } from "./flag-set.ts";
import { parseFlags } from "./parse-flags.ts";
import { InvalidFlags } from "./validation.ts";

/**
 * Validates one flag of a project with these flags, to whose ids or keys its conditions may refer. Throws
 * `invalid_input`, with the first invalid field as `attr`, if it cannot be evaluated.
 */
export function parseFlag(fields: object, projectFlags: readonly StoredFlag[]): FlagDefinition {
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
    projectFlags.filter(({ key }) => key !== definition.key).map((flag) => flagFromJson(JSON.parse(flag.definition)));
  if (!isCircular({ ...definition, active: true }, others)) return;
  const detail = "The flag depends on itself, through the flags that its conditions test.";
  throw problem("invalid_input", { attr: "filters__groups", detail });
}
