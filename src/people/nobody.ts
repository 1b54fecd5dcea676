/** Names that clients send when they know nobody, in any case. To merge them would make strangers one person. */
const ANY_CASE = new Set([
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

const EXACT = new Set(["[object Object]", "NaN", "None", "none", "null", "0"]);

/** True for a distinct id that stands for nobody in particular; such a one is never merged. Quotes around it change nothing. */
export function isNobody(distinctId: string): boolean {
  const bare = distinctId
    .trim()
    .replace(/^(["'])(.*)\1$/s, "$2")
    .trim();
  return bare === "" || EXACT.has(bare) || ANY_CASE.has(bare.toLowerCase());
}
