const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether the value is a UUID as text, in either case. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}
