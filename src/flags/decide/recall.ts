/** Saves evaluation, not reads: most requests ask again about a person whose properties have not changed. */
import type { Evaluation } from "./evaluation.ts";
import { Undecided } from "./flag-context.ts";
import type { FlagDecisions } from "./flag-decisions.ts";
import type { FlagSet } from "./flag-set.ts";
import type { PropertyLookup } from "./predicates.ts";

/** Returns the last decisions about the distinct id if its properties are the same; otherwise undefined. */
export function recallDecisions(evaluation: Evaluation<FlagSet>): FlagDecisions | undefined {
  if (!evaluation.set.isByPerson) return undefined;
  const { last } = evaluation.personHashes;
  if (last === undefined) return undefined;
  const isSame = evaluation.set.properties.every((property, index) => {
    const value = knownValue(property.read(evaluation));
    return value !== UNCOMPARABLE && value === last.values[index];
  });
  return isSame ? last.decisions : undefined;
}

/** Keeps decisions for `recallDecisions`, about those whose hashes are kept. */
export function rememberDecisions(evaluation: Evaluation<FlagSet>, decisions: FlagDecisions): void {
  if (!evaluation.set.isByPerson || !evaluation.personHashes.isKept) return;
  const values = evaluation.set.properties.map((property) => knownValue(property.read(evaluation)));
  if (!values.includes(UNCOMPARABLE)) evaluation.personHashes.last = { values, decisions };
}

const [ABSENT, UNCOMPARABLE] = [Symbol("absent"), Symbol("uncomparable")];
/** Longer texts would be kept in memory. */
const MAX_TEXT_LENGTH = 200;

/** Returns a scalar as it is; lists, objects, long texts and properties that were not read are never the same. */
function knownValue(lookup: PropertyLookup): unknown {
  if (lookup === "absent") return ABSENT;
  if (lookup instanceof Undecided) return UNCOMPARABLE;
  const { value } = lookup;
  if (typeof value === "string") return value.length <= MAX_TEXT_LENGTH ? value : UNCOMPARABLE;
  return typeof value === "object" && value !== null ? UNCOMPARABLE : value;
}
