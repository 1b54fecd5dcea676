import { propertyOf } from "../lib/json/json.ts";
import type { PersonView } from "./read-persons.ts";

/** Properties that name a person, the best one first. */
const NAME_PROPERTIES = ["email", "name", "username"];
/** The form of the ids that libraries give to visitors until these are identified: five groups, as in a UUID. */
const ANONYMOUS_ID = /^(?:[a-z0-9]+-){4}[a-z0-9]+$/i;

/** Returns the name to display; undefined if neither properties nor distinct ids tell one. */
export function nameOf({
  properties,
  distinctIds,
}: Pick<PersonView, "properties" | "distinctIds">): string | undefined {
  const names = NAME_PROPERTIES.map((key) => propertyOf(properties ?? {}, key));
  const name = names.find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? name : chooseNamingId(distinctIds);
}

/** Returns an id that the application chose, otherwise the first one. */
export function chooseNamingId(distinctIds: readonly string[]): string | undefined {
  return distinctIds.find((id) => !ANONYMOUS_ID.test(id)) ?? distinctIds[0];
}
