const MAX_CONDITIONS = 12;

/** Functions that DuckDB has under another name, by their parameters. */
const RENAMED: Readonly<Record<string, string>> = {
  x: `"any"=any_value groupArray=list arrayJoin=unnest anyLast=last stddevPop=stddev_pop stddevSamp=stddev_samp
    varPop=var_pop varSamp=var_samp`,
  t: `toYear=year toQuarter=quarter toMonth=month toDayOfMonth=day toDayOfWeek=isodow toDayOfYear=dayofyear toHour=hour
    toMinute=minute toSecond=second toISOWeek=week toISOYear=isoyear toLastDayOfMonth=last_day
    toUnixTimestamp64Milli=epoch_ms`,
  n: "toIntervalDay=to_days toIntervalHour=to_hours",
  s: "fromUnixTimestamp=to_timestamp",
  items: `arrayDistinct=list_distinct arraySort=list_sort arrayReverseSort=list_reverse_sort arrayReverse=list_reverse
    arraySum=list_sum arrayAvg=list_avg arrayMin=list_min arrayMax=list_max`,
  "": "generateUUIDv4=uuid",
  "a, b": "min2=least max2=greatest arrayConcat=list_concat hasAny=list_has_any hasAll=list_has_all",
  "s, part": 'startsWith=starts_with endsWith=ends_with "position"=instr',
  "s, pattern": "match=regexp_matches extractAll=regexp_extract_all",
  "s, part, other": "replaceAll=replace",
  "s, pattern, other": "replaceRegexpOne=regexp_replace",
  "s, n, part": "leftPad=lpad rightPad=rpad",
  "items, x": "has=list_contains arrayPushBack=list_append",
  "items, separator": "arrayStringConcat=array_to_string",
  "separator, a, b": "concatWithSeparator=concat_ws",
};
const TIMES = [
  "toDateTime(t)",
  "toDateTime64(t, digits)",
  "parseDateTimeBestEffort(t)",
  "parseDateTimeBestEffortOrNull(t)",
];
const WHOLE = "TRY_CAST(numeric_text(CAST(x AS VARCHAR)) AS BIGINT)";
const NUMBER = "property_number(CAST(x AS VARCHAR))";
const SIZES = "Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64".split(" ");
const plural = (unit: string) => `to_${unit.toLowerCase()}s`;

/** Functions of PostHog's dialect that have other names in DuckDB. */
export const COMPATIBLE_MACROS = [
  // DuckDB has no average of conditions.
  `averaged(x BOOLEAN) AS CAST(x AS INTEGER), (x DOUBLE) AS x, (x INTERVAL) AS x, (x TIMESTAMP) AS x,
    (x TIMESTAMPTZ) AS x, (x DATE) AS x, (x TIME) AS x`,
  ...Object.entries(RENAMED).flatMap(([parameters, names]) =>
    names.split(/\s+/).map((pair) => {
      const [name, other] = pair.split("=");
      return `${name}(${parameters}) AS ${other}(${parameters})`;
    }),
  ),
  "toDate(t) AS TRY_CAST(t AS DATE)",
  "toBool(x) AS TRY_CAST(x AS BOOLEAN)",
  "toUUID(x) AS TRY_CAST(x AS UUID)",
  ...TIMES.map((name) => `${name} AS TRY_CAST(t AS TIMESTAMPTZ)`),
  ...["uniq", "uniqExact"].map((name) => `${name}(x) AS count(DISTINCT x)`),
  ...["uniqIf", "uniqExactIf", "countDistinctIf"].map(
    (name) => `${name}(x, c) AS count(DISTINCT CASE WHEN c THEN x END)`,
  ),
  ...["sum", "avg", "min", "max", "median"].map((name) => `${name}If(x, c) AS ${name}(CASE WHEN c THEN x END)`),
  "anyIf(x, c) AS any_value(CASE WHEN c THEN x END)",
  "groupUniqArray(x) AS list(DISTINCT x)",
  "groupArrayIf(x, c) AS list(x) FILTER (WHERE c)",
  "groupUniqArrayIf(x, c) AS list(DISTINCT x) FILTER (WHERE c)",
  "argMinIf(x, y, c) AS arg_min(x, y) FILTER (WHERE c)",
  "argMaxIf(x, y, c) AS arg_max(x, y) FILTER (WHERE c)",
  "parametric_quantile(p, x) AS quantile_cont(x, p)",
  "parametric_quantiles(a, x) AS quantile_cont(x, [a]), (a, b, x) AS quantile_cont(x, [a, b]), " +
    "(a, b, c, x) AS quantile_cont(x, [a, b, c]), (a, b, c, d, x) AS quantile_cont(x, [a, b, c, d])",
  "parametric_topk(n, x) AS approx_top_k(x, n)",
  "parametric_grouparray(n, x) AS list(x)[:n]",
  "parametric_groupuniqarray(n, x) AS list(DISTINCT x)[:n]",
  "assumeNotNull(x) AS x",
  "empty(x) AS coalesce(length(x), 0) = 0",
  "notEmpty(x) AS coalesce(length(x), 0) > 0",
  "toString(x) AS CAST(x AS VARCHAR)",
  ...["Int", ...SIZES].flatMap((type) => [`to${type}(x) AS ${WHOLE}`, `to${type}OrZero(x) AS coalesce(${WHOLE}, 0)`]),
  `toIntOrDefault(x, other) AS coalesce(${WHOLE}, other)`,
  ...["toFloat", "toFloat32", "toFloat64"].map((name) => `${name}(x) AS ${NUMBER}`),
  `toFloatOrZero(x) AS coalesce(${NUMBER}, 0)`,
  `toFloatOrDefault(x, other) AS coalesce(${NUMBER}, other)`,
  "toDecimal(x, digits) AS round(TRY_CAST(x AS DECIMAL(38, 10)), digits)",
  "intDiv(a, b) AS a // b",
  "yesterday() AS today() - 1",
  "toYYYYMM(t) AS year(t) * 100 + month(t)",
  "toYYYYMMDD(t) AS year(t) * 10000 + month(t) * 100 + day(t)",
  "toUnixTimestamp(t) AS CAST(epoch(t) AS BIGINT)",
  "fromUnixTimestamp64Milli(ms) AS to_timestamp(ms / 1000)",
  "toTimeZone(t, zone) AS timezone(zone, t)",
  "formatDateTime(t, form) AS strftime(t, replace(replace(replace(replace(form, '%i', '%M'), '%T', '%H:%M:%S'), " +
    "'%F', '%Y-%m-%d'), '%R', '%H:%M'))",
  ...["Second", "Minute", "Week", "Month", "Quarter", "Year"].map(
    (unit) => `toInterval${unit}(n) AS ${plural(unit)}(CAST(n AS INTEGER))`,
  ),
  ...Object.entries({ add: "+", subtract: "-" }).flatMap(([name, sign]) => [
    ...["Day", "Hour"].map((unit) => `${name}${unit}s(t, n) AS t ${sign} ${plural(unit)}(n)`),
    ...["Minute", "Week", "Month", "Year"].map(
      (unit) => `${name}${unit}s(t, n) AS t ${sign} ${plural(unit)}(CAST(n AS INTEGER))`,
    ),
  ]),
  "dateAdd(unit, n, t) AS date_add(t, n * CAST('1 ' || unit AS INTERVAL))",
  "dateSub(unit, n, t) AS date_add(t, -n * CAST('1 ' || unit AS INTERVAL))",
  ...["splitByChar", "splitByString"].map((name) => `${name}(separator, s) AS string_split(s, separator)`),
  "splitByRegexp(pattern, s) AS string_split_regex(s, pattern)",
  `replaceOne(s, part, other) AS CASE WHEN contains(s, part)
    THEN s[:instr(s, part) - 1] || other || substr(s, instr(s, part) + length(part)) ELSE s END`,
  "replaceRegexpAll(s, pattern, other) AS regexp_replace(s, pattern, other, 'g')",
  "positionCaseInsensitive(s, part) AS instr(lower(s), lower(part))",
  "\"extract\"(s, pattern) AS regexp_extract(s, pattern, CAST(contains(pattern, '(') AS INTEGER))",
  "base64Encode(s) AS to_base64(encode(s))",
  "base64Decode(s) AS decode(from_base64(s))",
  "domain(url) AS regexp_extract(url, '^(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?//([^/?#:]*)', 1)",
  "protocol(url) AS regexp_extract(url, '^([a-zA-Z][a-zA-Z0-9+.-]*):', 1)",
  "path(url) AS regexp_extract(url, '^(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?//[^/?#]*([^?#]*)', 1)",
  "cutQueryString(url) AS regexp_replace(url, '[?].*', '')",
  "extractURLParameter(url, name) AS regexp_extract(url, '[?&]' || regexp_escape(name) || '=([^&#]*)', 1)",
  "arrayElement(items, place) AS items[place]",
  "arraySlice(items, first, n) AS items[first:first + n - 1]",
  "arrayUniq(items) AS len(list_distinct(items))",
  "arrayPushFront(items, x) AS list_prepend(x, items)",
  "indexOf(items, x) AS coalesce(list_position(items, x), 0)",
  "countEqual(items, x) AS len(list_filter(items, item -> item = x))",
  "JSONExtractArrayRaw(json) AS json_extract(json, '$[*]')",
  // Arguments after the JSON are names from the outside in; without any, the JSON itself is read.
  "JSONExtractKeys(json) AS json_keys(json), (json, name) AS json_keys(json, property_pointer(name))",
  ...["JSONExtractString", "JSONExtractRaw"].flatMap((name) => jsonExtract(name, (text) => text)),
  ...jsonExtract("JSONExtractInt", (text) => `TRY_CAST(numeric_text(${text}) AS BIGINT)`),
  ...jsonExtract("JSONExtractUInt", (text) => `TRY_CAST(numeric_text(${text}) AS UBIGINT)`),
  ...jsonExtract("JSONExtractFloat", (text) => `property_number(${text})`),
  ...jsonExtract("JSONExtractBool", (text) => `TRY_CAST(${text} AS BOOLEAN)`),
  ...jsonExtract("JSONHas", (text) => `${text} IS NOT NULL`),
  multiIf(),
].map((macro) => `CREATE MACRO ${macro}`);

function jsonExtract(name: string, read: (text: string) => string): string[] {
  const names = ["a", "b", "c"];
  const forms = names.map((_, last) => {
    const path = names.slice(0, last + 1);
    const pointer = path.map((part) => `property_pointer(${part})`).join(" || ");
    return `(json, ${path.join(", ")}) AS ${read(`property_text(json, ${pointer})`)}`;
  });
  return [`${name}(json) AS ${read("json")}, ${forms.join(", ")}`];
}

function multiIf(): string {
  const forms = Array.from({ length: MAX_CONDITIONS }, (_, count) => {
    const numbers = Array.from({ length: count + 1 }, (__, index) => index + 1);
    const parameters = numbers.map((number) => `c${number}, v${number}`).join(", ");
    const cases = numbers.map((number) => `WHEN c${number} THEN v${number}`).join(" ");
    return `(${parameters}, other) AS CASE ${cases} ELSE other END`;
  });
  return `multiIf${forms.join(", ")}`;
}
