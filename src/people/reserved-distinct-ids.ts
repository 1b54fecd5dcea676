/** Names, in any case, that clients send for unknown users. Merging them would merge strangers into one person. */
const RESERVED_ANY_CASE = new Set([
  "anonymous",
  "guest",
  "distinctid",
  "distinct_id",
  "id",
  "not_authenticated",
  "email",
  "undefined",
  "true",
  "false",
]);

const RESERVED_EXACT = new Set(["[object Object]", "NaN", "None", "none", "null", "0"]);

/** Returns true for a distinct id, quoted or not, that identifies no one in particular. It is never merged. */
export function isReservedDistinctId(distinctId: string): boolean {
  if (distinctId === "") return true; // most flag queries have no anonymous id
  const bare = distinctId
    .trim()
    .replace(/^(["'])(.*)\1$/s, "$2")
    .trim();
  return bare === "" || RESERVED_EXACT.has(bare) || RESERVED_ANY_CASE.has(bare.toLowerCase());
}
