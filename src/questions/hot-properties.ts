/** Columns of the properties that questions often need, so that `properties` need not be parsed. */
export const HOT_COLUMNS: ReadonlyMap<string, string> = new Map(
  [
    "$current_url",
    "$pathname",
    "$host",
    "$session_id",
    "$window_id",
    "$browser",
    "$os",
    "$device_type",
    "$referring_domain",
    "$lib",
    "$geoip_country_code",
    "$feature_flag",
  ].map((name) => [name, `p_${name.slice(1)}`]),
);
