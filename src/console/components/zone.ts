import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** The time zone in which all times of a page are: the project's; the browser's where there is no project. */
export const ZoneContext = createContext<string | undefined>(undefined);
export const useZone = () => useContext(ZoneContext);

/** Returns a time zone if this browser knows it, else UTC. */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone && timeZone;
  } catch {
    return "UTC";
  }
}

/** Returns the day of a time in a zone, such as 2026-03-09. */
export function dayIn(timeZone: string | undefined, time: Date | number): string {
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("sv-SE", { ...day, ...(timeZone && { timeZone }) }).format(time);
}
