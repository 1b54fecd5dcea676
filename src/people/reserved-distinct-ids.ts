/** Names that clients send when they know nobody, in any case. To merge them would make strangers one person. */
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

/** True for a distinct id that stands for nobody in particular; such a one is never merged. Quotes around it change nothing. */
export function isReservedDistinctId(distinctId: string): boolean {
  const bare = distinctId
    .trim()
    .replace(/^(["'])(.*)\1$/s, "$2")
    .trim();
  return bare === "" || RESERVED_EXACT.has(bare) || RESERVED_ANY_CASE.has(bare.toLowerCase());
}
