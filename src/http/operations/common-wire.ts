import type { Schemas } from "../../../generated/openapi.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import type { PersonView } from "../../persons/read-persons.ts";
import { nameOf } from "../../persons/read-persons.ts";
import type { Erasures } from "../../store/records/erasures.ts";
import type { User } from "../../store/records/tenant-kinds.ts";

export function userToWire(user: User): Schemas["User"] {
  return wireFields(user, "id", "uuid", "distinctId", "firstName", "email", "isEmailVerified");
}

export async function describeNodes(
  node: Schemas["NamedNode"],
  erasures: Pick<Erasures, "nodes">,
): Promise<{ node: Schemas["NamedNode"]; others: Schemas["ErasureNode"][] }> {
  const others = (await erasures.nodes()).filter(({ id }) => id !== node.id);
  return { node, others: others.map(({ id, name, seenAt }) => ({ id, name, last_seen_at: isoTime(seenAt) })) };
}

/** Uses `distinctId` as the name if no better one is known. */
export function personToWire(person: PersonView, distinctId = person.uuid): Schemas["Person"] {
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
