import type { components } from "../../../generated/openapi.ts";
import { nameOf } from "../../persons/person-name.ts";
import type { PersonView } from "../../persons/read-persons.ts";
import { isoTime } from "./common-wire.ts";

/** Uses `distinctId` as the name if no better one is known. */
export function personToWire(person: PersonView, distinctId = person.uuid): components["schemas"]["Person"] {
  return {
    id: numericPersonId(person.uuid),
    name: nameOf(person) ?? distinctId,
    distinct_ids: [...person.distinctIds],
    properties: person.properties,
    created_at: isoTime(person.createdAt),
    uuid: person.uuid,
  };
}

/** Takes the last 52 bits of the uuid, so that nodes need not share a counter. */
function numericPersonId(uuid: string): number {
  return Number.parseInt(uuid.replaceAll("-", "").slice(-13), 16);
}
