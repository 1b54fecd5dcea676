import { propertyOf } from "../lib/json/json.ts";
import type { PersonView } from "./read-persons.ts";

/** The best first. */
const NAME_PROPERTIES = ["email", "name", "username"];
/** Five groups, as in a UUID: libraries name visitors so until they are identified. */
const ANONYMOUS_ID = /^(?:[a-z0-9]+-){4}[a-z0-9]+$/i;

/** Returns undefined if neither properties nor distinct ids tell a name. */
export function nameOf({
  properties,
  distinctIds,
}: Pick<PersonView, "properties" | "distinctIds">): string | undefined {
  const names = NAME_PROPERTIES.map((key) => propertyOf(properties ?? {}, key));
  const name = names.find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? name : chooseNamingId(distinctIds);
}

/** Prefers an id that the application chose. */
export function chooseNamingId(distinctIds: readonly string[]): string | undefined {
  return distinctIds.find((id) => !ANONYMOUS_ID.test(id)) ?? distinctIds[0];
}
