/** Properties that questions often need: each has a column, so that `properties` need not be parsed. */
export const HOT_PROPERTIES = [
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
] as const;

export function hotColumn(property: string): string {
  return `p_${property.slice(1)}`;
}
