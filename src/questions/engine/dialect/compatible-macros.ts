/** How many conditions `multiIf` has at most. */
const MAX_CONDITIONS = 12;

/** Functions of PostHog's dialect that DuckDB calls otherwise. */
export const COMPATIBLE_MACROS = [
  "uniq(x) AS count(DISTINCT x)",
  "uniqExact(x) AS count(DISTINCT x)",
  "uniqIf(x, c) AS count(DISTINCT CASE WHEN c THEN x END)",
  "sumIf(x, c) AS sum(CASE WHEN c THEN x END)",
  "avgIf(x, c) AS avg(CASE WHEN c THEN x END)",
  "minIf(x, c) AS min(CASE WHEN c THEN x END)",
  "maxIf(x, c) AS max(CASE WHEN c THEN x END)",
  '"any"(x) AS any_value(x)',
  "groupArray(x) AS list(x)",
  "groupUniqArray(x) AS list(DISTINCT x)",
  "arrayJoin(x) AS unnest(x)",
  "toDate(t) AS TRY_CAST(t AS DATE)",
  "toDateTime(t) AS TRY_CAST(t AS TIMESTAMPTZ)",
  "toString(x) AS CAST(x AS VARCHAR)",
  "toInt(x) AS TRY_CAST(numeric_text(CAST(x AS VARCHAR)) AS BIGINT)",
  "toFloat(x) AS property_number(CAST(x AS VARCHAR))",
  "toBool(x) AS TRY_CAST(x AS BOOLEAN)",
  "toYear(t) AS year(t)",
  "toMonth(t) AS month(t)",
  "toDayOfMonth(t) AS day(t)",
  "toDayOfWeek(t) AS isodow(t)",
  "toHour(t) AS hour(t)",
  "toIntervalDay(n) AS to_days(n)",
  "toIntervalHour(n) AS to_hours(n)",
  "toUnixTimestamp(t) AS CAST(epoch(t) AS BIGINT)",
  "empty(x) AS coalesce(length(x), 0) = 0",
  "notEmpty(x) AS coalesce(length(x), 0) > 0",
  "match(s, pattern) AS regexp_matches(s, pattern)",
  "has(items, x) AS list_contains(items, x)",
  "uniqExactIf(x, c) AS count(DISTINCT CASE WHEN c THEN x END)",
  "countDistinctIf(x, c) AS count(DISTINCT CASE WHEN c THEN x END)",
  "medianIf(x, c) AS median(CASE WHEN c THEN x END)",
  "anyIf(x, c) AS any_value(CASE WHEN c THEN x END)",
  "anyLast(x) AS last(x)",
  "groupArrayIf(x, c) AS list(x) FILTER (WHERE c)",
  "arrayStringConcat(items, separator) AS array_to_string(items, separator)",
  "splitByChar(separator, s) AS string_split(s, separator)",
  "splitByString(separator, s) AS string_split(s, separator)",
  `replaceOne(s, part, other) AS CASE WHEN contains(s, part)
    THEN s[:instr(s, part) - 1] || other || substr(s, instr(s, part) + length(part)) ELSE s END`,
  "replaceAll(s, part, other) AS replace(s, part, other)",
  "replaceRegexpOne(s, pattern, other) AS regexp_replace(s, pattern, other)",
  "replaceRegexpAll(s, pattern, other) AS regexp_replace(s, pattern, other, 'g')",
  "toSecond(t) AS second(t)",
  "toMinute(t) AS minute(t)",
  "toYYYYMM(t) AS year(t) * 100 + month(t)",
  "yesterday() AS today() - 1",
  "fromUnixTimestamp(s) AS to_timestamp(s)",
  "addDays(t, n) AS t + to_days(n)",
  "addHours(t, n) AS t + to_hours(n)",
  "subtractDays(t, n) AS t - to_days(n)",
  "subtractHours(t, n) AS t - to_hours(n)",
  "JSONExtractArrayRaw(json) AS json_extract(json, '$[*]')",
  "assumeNotNull(x) AS x",
  "argMinIf(x, y, c) AS arg_min(x, y) FILTER (WHERE c)",
  "argMaxIf(x, y, c) AS arg_max(x, y) FILTER (WHERE c)",
  "groupUniqArrayIf(x, c) AS list(DISTINCT x) FILTER (WHERE c)",
  "parametric_quantile(p, x) AS quantile_cont(x, p)",
  "parametric_quantiles(a, x) AS quantile_cont(x, [a]), (a, b, x) AS quantile_cont(x, [a, b]), " +
    "(a, b, c, x) AS quantile_cont(x, [a, b, c]), (a, b, c, d, x) AS quantile_cont(x, [a, b, c, d])",
  "parametric_topk(n, x) AS approx_top_k(x, n)",
  "parametric_grouparray(n, x) AS list(x)[:n]",
  "parametric_groupuniqarray(n, x) AS list(DISTINCT x)[:n]",
  "stddevPop(x) AS stddev_pop(x)",
  "stddevSamp(x) AS stddev_samp(x)",
  "varPop(x) AS var_pop(x)",
  "varSamp(x) AS var_samp(x)",
  ...["Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64"].map(
    (type) => `to${type}OrZero(x) AS coalesce(TRY_CAST(numeric_text(CAST(x AS VARCHAR)) AS BIGINT), 0)`,
  ),
  ...["Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64"].map(
    (type) => `to${type}(x) AS TRY_CAST(numeric_text(CAST(x AS VARCHAR)) AS BIGINT)`,
  ),
  "toFloat32(x) AS property_number(CAST(x AS VARCHAR))",
  "toFloat64(x) AS property_number(CAST(x AS VARCHAR))",
  "toFloatOrZero(x) AS coalesce(property_number(CAST(x AS VARCHAR)), 0)",
  "toFloatOrDefault(x, other) AS coalesce(property_number(CAST(x AS VARCHAR)), other)",
  "toIntOrDefault(x, other) AS coalesce(TRY_CAST(numeric_text(CAST(x AS VARCHAR)) AS BIGINT), other)",
  "toDecimal(x, digits) AS round(TRY_CAST(x AS DECIMAL(38, 10)), digits)",
  "toUUID(x) AS TRY_CAST(x AS UUID)",
  "toDateTime64(t, digits) AS TRY_CAST(t AS TIMESTAMPTZ)",
  "parseDateTimeBestEffort(t) AS TRY_CAST(t AS TIMESTAMPTZ)",
  "parseDateTimeBestEffortOrNull(t) AS TRY_CAST(t AS TIMESTAMPTZ)",
  "formatDateTime(t, form) AS strftime(t, replace(replace(replace(replace(form, '%i', '%M'), '%T', '%H:%M:%S'), " +
    "'%F', '%Y-%m-%d'), '%R', '%H:%M'))",
  "toTimeZone(t, zone) AS timezone(zone, t)",
  "toLastDayOfMonth(t) AS last_day(t)",
  "toQuarter(t) AS quarter(t)",
  "toISOWeek(t) AS week(t)",
  "toISOYear(t) AS isoyear(t)",
  "toDayOfYear(t) AS dayofyear(t)",
  "toYYYYMMDD(t) AS year(t) * 10000 + month(t) * 100 + day(t)",
  "toUnixTimestamp64Milli(t) AS epoch_ms(t)",
  "fromUnixTimestamp64Milli(ms) AS to_timestamp(ms / 1000)",
  ...["Second", "Minute", "Week", "Month", "Quarter", "Year"].map(
    (unit) => `toInterval${unit}(n) AS to_${unit.toLowerCase()}s(CAST(n AS INTEGER))`,
  ),
  ...["Minute", "Week", "Month", "Year"].flatMap((unit) => [
    `add${unit}s(t, n) AS t + to_${unit.toLowerCase()}s(CAST(n AS INTEGER))`,
    `subtract${unit}s(t, n) AS t - to_${unit.toLowerCase()}s(CAST(n AS INTEGER))`,
  ]),
  "intDiv(a, b) AS a // b",
  "min2(a, b) AS least(a, b)",
  "max2(a, b) AS greatest(a, b)",
  "startsWith(s, part) AS starts_with(s, part)",
  "endsWith(s, part) AS ends_with(s, part)",
  '"position"(s, part) AS instr(s, part)',
  "positionCaseInsensitive(s, part) AS instr(lower(s), lower(part))",
  "\"extract\"(s, pattern) AS regexp_extract(s, pattern, CAST(contains(pattern, '(') AS INTEGER))",
  "splitByRegexp(pattern, s) AS string_split_regex(s, pattern)",
  "extractAll(s, pattern) AS regexp_extract_all(s, pattern)",
  "concatWithSeparator(separator, a, b) AS concat_ws(separator, a, b)",
  "leftPad(s, n, part) AS lpad(s, n, part)",
  "rightPad(s, n, part) AS rpad(s, n, part)",
  "domain(url) AS regexp_extract(url, '^(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?//([^/?#:]*)', 1)",
  "protocol(url) AS regexp_extract(url, '^([a-zA-Z][a-zA-Z0-9+.-]*):', 1)",
  "path(url) AS regexp_extract(url, '^(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?//[^/?#]*([^?#]*)', 1)",
  "cutQueryString(url) AS regexp_replace(url, '[?].*', '')",
  "extractURLParameter(url, name) AS " + "regexp_extract(url, '[?&]' || regexp_escape(name) || '=([^&#]*)', 1)",
  "generateUUIDv4() AS uuid()",
  "base64Encode(s) AS to_base64(encode(s))",
  "base64Decode(s) AS decode(from_base64(s))",
  "arrayElement(items, place) AS items[place]",
  "arrayConcat(a, b) AS list_concat(a, b)",
  "arraySlice(items, first, n) AS items[first:first + n - 1]",
  "arrayDistinct(items) AS list_distinct(items)",
  "arraySort(items) AS list_sort(items)",
  "arrayReverseSort(items) AS list_reverse_sort(items)",
  "arrayReverse(items) AS list_reverse(items)",
  "arraySum(items) AS list_sum(items)",
  "arrayAvg(items) AS list_avg(items)",
  "arrayMin(items) AS list_min(items)",
  "arrayMax(items) AS list_max(items)",
  "arrayUniq(items) AS len(list_distinct(items))",
  "arrayPushBack(items, x) AS list_append(items, x)",
  "arrayPushFront(items, x) AS list_prepend(x, items)",
  "indexOf(items, x) AS coalesce(list_position(items, x), 0)",
  "hasAny(a, b) AS list_has_any(a, b)",
  "hasAll(a, b) AS list_has_all(a, b)",
  "countEqual(items, x) AS len(list_filter(items, item -> item = x))",
  "dateAdd(unit, n, t) AS date_add(t, n * CAST('1 ' || unit AS INTERVAL))",
  "dateSub(unit, n, t) AS date_add(t, -n * CAST('1 ' || unit AS INTERVAL))",
  // What of JSON is asked for: names from outside in, or nothing for the JSON itself.
  "JSONExtractKeys(json) AS json_keys(json), (json, name) AS json_keys(json, property_pointer(name))",
  ...jsonExtract("JSONExtractString", (text) => text),
  ...jsonExtract("JSONExtractInt", (text) => `TRY_CAST(numeric_text(${text}) AS BIGINT)`),
  ...jsonExtract("JSONExtractUInt", (text) => `TRY_CAST(numeric_text(${text}) AS UBIGINT)`),
  ...jsonExtract("JSONExtractFloat", (text) => `property_number(${text})`),
  ...jsonExtract("JSONExtractBool", (text) => `TRY_CAST(${text} AS BOOLEAN)`),
  ...jsonExtract("JSONExtractRaw", (text) => text),
  ...jsonExtract("JSONHas", (text) => `${text} IS NOT NULL`),
  multiIf(),
].map((macro) => `CREATE MACRO ${macro}`);

/** Returns the macro of a function that reads a value of JSON, at up to three names. */
function jsonExtract(name: string, read: (text: string) => string): string[] {
  const names = ["a", "b", "c"];
  const forms = names.map((_, last) => {
    const path = names.slice(0, last + 1);
    const pointer = path.map((part) => `property_pointer(${part})`).join(" || ");
    return `(json, ${path.join(", ")}) AS ${read(`property_text(json, ${pointer})`)}`;
  });
  return [`${name}(json) AS ${read("json")}, ${forms.join(", ")}`];
}

/** Returns the macro of conditions with their values, and of the value if none is met. */
function multiIf(): string {
  const forms = Array.from({ length: MAX_CONDITIONS }, (_, count) => {
    const numbers = Array.from({ length: count + 1 }, (__, index) => index + 1);
    const parameters = numbers.map((number) => `c${number}, v${number}`).join(", ");
    const cases = numbers.map((number) => `WHEN c${number} THEN v${number}`).join(" ");
    return `(${parameters}, other) AS CASE ${cases} ELSE other END`;
  });
  return `multiIf${forms.join(", ")}`;
}
