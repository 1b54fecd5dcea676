import { type Client, clientsOfNodes } from "../client/contract-client.ts";
import { eventually } from "./poll.ts";

/** Polls each of the service's processes until `look` returns a value: one may learn later what another knows. */
export async function eventuallyOnEveryNode(what: string, look: (client: Client) => Promise<unknown>): Promise<void> {
  await Promise.all(clientsOfNodes().map((node) => eventually(what, () => look(node))));
}
