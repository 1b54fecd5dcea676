/** A name of the IANA database: Node.js takes offsets such as `+01:00`, too, which the query engine does not know. */
const NAME = /^[A-Za-z]/;

/** Returns the usual name of the time zone with this name, such as `Europe/Oslo`; null if there is none. */
export function canonicalTimeZone(name: string): string | null {
  if (!NAME.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
