import { type Client, clientsOfNodes } from "../client/contract-client.ts";
import { eventually } from "./poll.ts";

/**
 * Waits until each of the service's processes, asked for itself, gives something: what one of them knows, another may
 * still learn.
 */
export async function eventuallyOnEveryNode(what: string, look: (client: Client) => Promise<unknown>): Promise<void> {
  await Promise.all(clientsOfNodes().map((node) => eventually(what, () => look(node))));
}
