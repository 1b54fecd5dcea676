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
  "toStartOfMinute(t) AS date_trunc('minute', t)",
  "toStartOfHour(t) AS date_trunc('hour', t)",
  "toStartOfDay(t) AS date_trunc('day', t)",
  "toStartOfWeek(t) AS date_trunc('week', t + INTERVAL 1 DAY) - INTERVAL 1 DAY",
  "toMonday(t) AS date_trunc('week', t)",
  "toStartOfMonth(t) AS date_trunc('month', t)",
  "toStartOfQuarter(t) AS date_trunc('quarter', t)",
  "toStartOfYear(t) AS date_trunc('year', t)",
  "toDate(t) AS CAST(t AS DATE)",
  "toDateTime(t) AS CAST(t AS TIMESTAMPTZ)",
  "toString(x) AS CAST(x AS VARCHAR)",
  "toInt(x) AS TRY_CAST(x AS BIGINT)",
  "toFloat(x) AS TRY_CAST(x AS DOUBLE)",
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
  "JSONExtractString(json, name) AS property_text(json, '/' || name)",
  "JSONExtractInt(json, name) AS TRY_CAST(property_text(json, '/' || name) AS BIGINT)",
  "JSONExtractFloat(json, name) AS TRY_CAST(property_text(json, '/' || name) AS DOUBLE)",
  "JSONExtractBool(json, name) AS TRY_CAST(property_text(json, '/' || name) AS BOOLEAN)",
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
  "toStartOfInterval(t, i) AS time_bucket(i, t)",
  "JSONHas(json, name) AS property_text(json, '/' || name) IS NOT NULL",
  "JSONExtractArrayRaw(json) AS json_extract(json, '$[*]')",
  multiIf(),
].map((macro) => `CREATE MACRO ${macro}`);

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
