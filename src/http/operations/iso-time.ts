/** Formats milliseconds since 1970 as ISO 8601. */
export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}
