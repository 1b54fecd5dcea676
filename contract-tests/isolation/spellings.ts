/** Returns an id as it may be written in an address, already percent-encoded where necessary. */
export type Spelling = (id: string) => string;

const encodeEach = (id: string) =>
  [...Buffer.from(id)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const fullWidth = (id: string) =>
  encodeURIComponent(id.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)));
const plus = (id: string, power: number) => String(BigInt(id) + 2n ** BigInt(power));

const TEXT_SPELLINGS: readonly Spelling[] = [
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => id.toLowerCase(),
  encodeEach,
  (id) => encodeEach(id).toUpperCase(),
  (id) => encodeEach(id).replaceAll("%", "%25"),
  fullWidth,
  ...["%20", "%09", "%0a", "%00", "%C2%A0", "%EF%BB%BF", "%E2%80%8B"].flatMap((space): Spelling[] => [
    (id) => space + id,
    (id) => id + space,
  ]),
  ...[".", "/", "%2F", "%5C", ";a=b", "%3Fa", "%23a", "*", "%25", ".json", "%2e%2e"].map(
    (end): Spelling =>
      (id) =>
        id + end,
  ),
  ...["./", "../", "x/../", "%2e/", ".%2F", "%2e%2e%2F", "x%2F..%2F", "/", "%2F", "%5C", "~", "@"].map(
    (start): Spelling =>
      (id) =>
        start + id,
  ),
  (id) => `"${id}"`,
  (id) => `%27${id}%27`,
  (id) => `[${id}]`,
  (id) => `["${id}"]`,
  (id) => `[["${id}"]]`,
  (id) => `%7B${id}%7D`,
  (id) => `%7B"$ne":"${id}"%7D`,
  (id) => `${id},${id}`,
  (id) => `,${id},`,
  (id) => `urn:uuid:${id}`,
  (id) => id.replaceAll("-", ""),
  (id) => id.replaceAll("-", "%E2%80%90"),
];

const NUMBER_SPELLINGS: readonly Spelling[] = [
  ...["0", "00", "+", "%2B", "-", "0x", "0b", "0o", "1_"].map(
    (start): Spelling =>
      (id) =>
        start + id,
  ),
  ...[".0", ".", "e0", "E0", "n", "_0", "L", "-0"].map(
    (end): Spelling =>
      (id) =>
        id + end,
  ),
  (id) => `0x${Number(id).toString(16)}`,
  (id) => `${id}e0`,
  (id) => `0.${id}e1`,
  ...[8, 16, 31, 32, 53, 63, 64, 128].map(
    (power): Spelling =>
      (id) =>
        plus(id, power),
  ),
  (id) => `-${plus(id, 64)}`,
  (id) => `%D9%A${id}`, // an Arabic digit
];

/** Returns an id in every spelling, verbatim first. */
export function spellingsOf(id: string): string[] {
  const isNumber = /^\d+$/.test(id);
  return [...TEXT_SPELLINGS, ...(isNumber ? NUMBER_SPELLINGS : [])].map((spell) => spell(id));
}

/** What other services take for the caller's own thing, or for anything: ids of nothing here. Percent-encoded. */
export const ALIASES: readonly string[] = [
  ..."@current @me current me self own default all any first last latest none".split(" "),
  ..."0 -1 1.5 1e0 01 NaN Infinity true null undefined __proto__ constructor toString $ne".split(" "),
  ..."~ * %25 _ . .. %20 %00 a%00b %2e%2e %2F ..%2F..%2Fetc%2Fpasswd %F0%9F%9A%B2 %ff %c3%28 % %zz %E0%A4%A".split(" "),
  "999999999999999999999999",
  "00000000-0000-0000-0000-000000000000",
  "'%20OR%201=1--",
  "[object%20Object]",
  "x".repeat(201),
  "x".repeat(6000),
];
