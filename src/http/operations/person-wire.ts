import type { components } from "../../../generated/openapi.ts";
import { propertyOf } from "../../json/json.ts";
import type { PersonView } from "../../people/read-persons.ts";
import { isoTime } from "./iso-time.ts";

/** Properties that name a person, the best one first. */
const NAME_PROPERTIES = ["email", "name", "username"];
/** The form of the ids that libraries give to visitors until these are identified: five groups, as in a UUID. */
const ANONYMOUS_ID = /^(?:[a-z0-9]+-){4}[a-z0-9]+$/i;

/** Returns a person in the contract's shape. `distinctId` is its name if no better one is known. */
export function personToWire(person: PersonView, distinctId = person.uuid): components["schemas"]["Person"] {
  const properties = person.properties ?? {};
  const name = NAME_PROPERTIES.map((key) => propertyOf(properties, key)).find(
    (value) => typeof value === "string" && value !== "",
  );
  return {
    id: numericPersonId(person.uuid),
    name: typeof name === "string" ? name : (chooseNamingId(person.distinctIds) ?? distinctId),
    distinct_ids: [...person.distinctIds],
    properties: person.properties,
    created_at: isoTime(person.createdAt),
    uuid: person.uuid,
  };
}

/** Returns an id that the application chose, otherwise the first one. */
function chooseNamingId(distinctIds: readonly string[]): string | undefined {
  return distinctIds.find((id) => !ANONYMOUS_ID.test(id)) ?? distinctIds[0];
}

/** A person's number is the last 52 bits of the uuid, so that nodes need not share a counter. */
function numericPersonId(uuid: string): number {
  return Number.parseInt(uuid.replaceAll("-", "").slice(-13), 16);
}
