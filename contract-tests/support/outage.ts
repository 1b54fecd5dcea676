import { storeOf } from "../services/store-of.ts";
import type { OwnServer } from "./own-server.ts";

/** Does the work while the server's documents cannot be used. */
export async function duringOutage({ server }: OwnServer, work: () => Promise<void>): Promise<void> {
  const store = storeOf(server.place);
  await store.takeAway();
  try {
    await work();
  } finally {
    await store.bringBack();
  }
}
