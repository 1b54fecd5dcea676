import { openDirectStore } from "../services/open-direct-store.ts";
import type { OwnServer } from "./own-server.ts";

/** Does the work while the server's documents cannot be used. */
export async function duringOutage({ server }: OwnServer, work: () => Promise<void>): Promise<void> {
  const store = openDirectStore(server.environment);
  await store.makeUnavailable();
  try {
    await work();
  } finally {
    await store.makeAvailable();
  }
}
