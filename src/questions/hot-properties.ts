/** Properties that questions often need. Each has a column, so that they need not parse `properties`. */
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

/** Returns the name of a property's column. */
export function hotColumn(property: string): string {
  return `p_${property.slice(1)}`;
}
