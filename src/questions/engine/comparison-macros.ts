/** Computes `x` once for all its uses in the expression. */
const once = (expression: string) => `list_transform([x], lambda v: ${expression})[1]`;

const ISO_DATE =
  "(?i)\\d{4}[-/]\\d{2}[-/]\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?)?( ?(Z|UTC|GMT|[+-]\\d{2}(:?\\d{2})?))?";
const NAMED_DAY = "(?i)(\\d{1,2} [a-z]{3,9}|[a-z]{3,9} \\d{1,2}),? \\d{4}( \\d{2}:\\d{2}(:\\d{2})?)?";
const NAMED_DATE = `(?i)([a-z]{3,9},? )?(${NAMED_DAY.slice(4)})( (Z|UTC|GMT|(UTC|GMT)?[+-]\\d{4}))?( \\([^)]*\\))?`;
const NAMED_FORMATS = ["%d %b %Y", "%b %d %Y"].flatMap((day) =>
  ["", " %H:%M", " %H:%M:%S"].map((time) => `'${day}${time}'`),
);

const NUMBERS = "(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|BIGNUM|DECIMAL.*)";
const TIMES = "(DATE|TIMESTAMP.*)";
const isOfType = (value: string, types: string) => `regexp_full_match(typeof(${value}), '${types}')`;
const key = (double: string, whole: string, text: string) =>
  `create_sort_key(row(${double}::DOUBLE, ${whole}::HUGEINT, ${text}::VARCHAR), 'ASC NULLS LAST')`;

const DOUBLE = "TRY_CAST(v AS DOUBLE)";
const NUMBER = `CASE WHEN isfinite(${DOUBLE}) AND regexp_full_match(v, '[-+]?[0-9.]+([eE][-+]?[0-9]+)?')
  THEN ${DOUBLE} END`;
/** Distinguishes whole numbers that have the same double; 0 where a double is exact. */
const WHOLE = `CASE WHEN abs(${DOUBLE}) < 9007199254740992 THEN 0::HUGEINT ELSE coalesce(
  CASE WHEN regexp_full_match(v, '[-+]?[0-9]+')
      THEN TRY_CAST(v AS HUGEINT) END, TRY_CAST(${DOUBLE} AS HUGEINT), 0) END`;

/** Defines numbers, texts and dates of docs/comparisons.md, as `exactNumber` and `dateOfProperty` read them. */
export const COMPARISON_MACROS = [
  `CREATE MACRO property_number(x) AS ${once(NUMBER)}`,
  `CREATE MACRO number_parts(x) AS ${once(`CASE WHEN ${NUMBER} IS NOT NULL THEN row(${NUMBER}, ${WHOLE}) END`)}`,
  `CREATE MACRO number_key(x) AS list_transform([number_parts(x)],
    lambda k: CASE WHEN k IS NOT NULL THEN create_sort_key(k, 'ASC NULLS LAST') END)[1]`,
  // Orders numbers, then other texts.
  `CREATE MACRO property_order(x) AS
    ${once(`CASE WHEN v IS NOT NULL THEN
      row(${NUMBER}, ${WHOLE}, CASE WHEN ${NUMBER} IS NULL THEN v END) END`)}`,
  "CREATE MACRO minutes_of_zone(x) AS " +
    once(`coalesce(TRY_CAST(v[1] || '1' AS INTEGER) * (TRY_CAST(v[2:3] AS INTEGER) * 60
      + CASE WHEN length(v) > 3 THEN TRY_CAST(right(v, 2) AS INTEGER) ELSE 0 END), 0)`),
  `CREATE MACRO property_time(x) AS list_transform([trim(x)], lambda v: CASE
    WHEN property_number(v) IS NOT NULL
      THEN property_number(v) * CASE WHEN abs(property_number(v)) < 1e11 THEN 1000 ELSE 1 END
    WHEN regexp_full_match(v, '${ISO_DATE}') THEN epoch_ms(TRY_CAST(replace(replace(left(v, 10), '/', '-')
        || replace(regexp_extract(upper(v), '^.{10}([T ][0-9:.,]+)', 1), ',', '.'), 'T', ' ') AS TIMESTAMP))
      - 60000.0 * minutes_of_zone(regexp_extract(v[11:], '[+-]\\d{2}(:?\\d{2})?$'))
    WHEN regexp_full_match(v, '${NAMED_DATE}') THEN epoch_ms(try_strptime(regexp_replace(
        replace(regexp_extract(v, '${NAMED_DAY}'), ',', ''), '(?i)\\b([a-z]{3})[a-z]*', '\\1'),
        [${NAMED_FORMATS.join(", ")}]))
      - 60000.0 * minutes_of_zone(regexp_extract(v, '[+-]\\d{4}'))
    END)[1]`,
  `CREATE MACRO property_equals(x, texts, numbers) AS
    ${once(`list_contains(texts, v)
      OR coalesce(list_contains(CAST(numbers AS DOUBLE[]), property_number(v)), false)`)}`,
  `CREATE MACRO numeric_text(x) AS ${once(`CASE WHEN ${NUMBER} IS NOT NULL THEN v END`)}`,
  "CREATE MACRO property_timestamp(x) AS to_timestamp(property_time(x) / 1000)",
  // Comparable keys of a value of any type, and of a property beside it.
  `CREATE MACRO value_key(y) AS CASE WHEN y IS NULL THEN NULL
    WHEN ${isOfType("y", NUMBERS)}
      THEN ${key("number_parts(CAST(y AS VARCHAR))[1]", "number_parts(CAST(y AS VARCHAR))[2]", "''")}
    WHEN ${isOfType("y", TIMES)}
      THEN ${key("epoch_ms(TRY_CAST(CAST(y AS VARCHAR) AS TIMESTAMPTZ))", "0", "''")}
    ELSE ${key("0", "0", "CAST(y AS VARCHAR)")} END`,
  `CREATE MACRO property_key(x, y) AS CASE
    WHEN ${isOfType("y", NUMBERS)} THEN list_transform([number_parts(x)], lambda k: CASE WHEN k IS NOT NULL
      THEN ${key("k[1]", "k[2]", "''")} END)[1]
    WHEN ${isOfType("y", TIMES)} THEN list_transform([property_time(x)], lambda t: CASE WHEN t IS NOT NULL
      THEN ${key("t", "0", "''")} END)[1]
    ELSE ${once(`CASE WHEN v IS NOT NULL THEN ${key("0", "0", "v")} END`)} END`,
];
