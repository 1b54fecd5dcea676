import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const MAX_CODE_POINT = 0x10ffff;

/**
 * Any character of Unicode, as a unit of `fc.string`. The unit `binary` of fast-check is the same, but each use
 * computes a table of all characters, which takes 0.4 s.
 */
export const anyCharacter = fc.integer({ min: 0, max: MAX_CODE_POINT - SURROGATES }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (character) => {
    const codePoint = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (codePoint === undefined || String.fromCodePoint(codePoint) !== character) throw new Error("Not one character.");
    if (codePoint < FIRST_SURROGATE) return codePoint;
    if (codePoint < FIRST_SURROGATE + SURROGATES) throw new Error("Not a character.");
    return codePoint - SURROGATES;
  },
);

/** A JSON text as a client may send it, and as it must be stored: without spaces, large numbers verbatim. */
export interface JsonSample {
  readonly sent: string;
  readonly kept: string;
}

const space = fc.constantFrom("", " ", "\n\t ", "\r\n");
const digits = fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String);
const integer = fc.oneof(fc.constant("0"), fc.nat(2000).map(String), digits);
const fraction = fc.option(fc.stringMatching(/^\.[0-9]{1,20}$/), { nil: "" });
const exponent = fc.option(fc.stringMatching(/^[eE][+-]?[0-9]{1,3}$/), { nil: "" });
const number = fc.tuple(fc.constantFrom("", "-"), integer, fraction, exponent).map((parts): JsonSample => {
  const sent = parts.join("");
  const isRounded = parts.slice(2).join("") === "" && BigInt(sent) !== BigInt(Number(sent));
  return { sent, kept: isRounded || !Number.isFinite(Number(sent)) ? sent : JSON.stringify(Number(sent)) };
});

/**
 * Any names of properties without a backslash: after an object with such a name, `JSON.parse` of Node 24 and 26 may
 * take an escaped name for it (https://github.com/nodejs/node/issues/63785), in any test of the same process.
 */
export const anyName = fc
  .oneof(fc.string(), fc.string({ unit: anyCharacter }))
  .map((name) => name.replaceAll("\\", "/"));

/** As `fc.jsonValue`, with these names. */
export const anyJsonValue = fc.anything({
  key: anyName,
  values: [fc.boolean(), fc.double({ noDefaultInfinity: true, noNaN: true }), fc.string(), fc.constant(null)],
});

const text = fc.string({ unit: anyCharacter }).map((value) => JSON.stringify(value));
/** Without integer-like keys, which JavaScript objects reorder. */
const name = fc
  .oneof(
    anyName.map((value) => JSON.stringify(value)),
    fc.constantFrom('"__proto__"', '""', '"$set"', '"a.b"'),
  )
  .filter((key) => !/^"\d+"$/.test(key));

const joinSamples = (parts: readonly JsonSample[], [open, close]: string, gap: string): JsonSample => ({
  sent: open + gap + parts.map(({ sent }) => sent).join(",") + close,
  kept: open + parts.map(({ kept }) => kept).join(",") + close,
});

const jsonSamples = fc.letrec<{ value: JsonSample; object: JsonSample }>((tie) => {
  const value = fc
    .tuple(space, tie("value"), space)
    .map(([before, { sent, kept }, after]): JsonSample => ({ sent: before + sent + after, kept }));
  const entry = fc.tuple(name, space, value).map(([key, gap, { sent, kept }]) => {
    return { key, sent: `${gap}${key}${gap}:${sent}`, kept: `${key}:${kept}` };
  });
  const entries = fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 5 });
  const plain = fc.oneof(text, fc.constantFrom("true", "false", "null")).map((sent) => ({ sent, kept: sent }));
  const array = fc.tuple(fc.array(value, { maxLength: 5 }), space).map(([parts, gap]) => joinSamples(parts, "[]", gap));
  return {
    value: fc.oneof({ maxDepth: 4 }, plain, number, array, tie("object")),
    object: fc.tuple(entries, space).map(([parts, gap]) => joinSamples(parts, "{}", gap)),
  };
});

/** Arbitrary JSON objects, with keys whose order JavaScript preserves. */
export const anyJsonObject = jsonSamples.object;
