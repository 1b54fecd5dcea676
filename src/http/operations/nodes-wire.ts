import type { components } from "../../../generated/openapi.ts";
import type { Erasures } from "../../store/ports/erasures.ts";
import { isoTime } from "./common-wire.ts";

type Schemas = components["schemas"];

export async function describeNodes(
  node: Schemas["NamedNode"],
  erasures: Pick<Erasures, "nodes">,
): Promise<{ node: Schemas["NamedNode"]; others: Schemas["ErasureNode"][] }> {
  const others = (await erasures.nodes()).filter(({ id }) => id !== node.id);
  return { node, others: others.map(({ id, name, seenAt }) => ({ id, name, last_seen_at: isoTime(seenAt) })) };
}
