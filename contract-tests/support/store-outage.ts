import { openDirectStore } from "../services/open-direct-store.ts";
import type { OwnServer } from "./own-server.ts";

/** Runs the work while the server's store is unavailable. */
export async function duringOutage({ server }: OwnServer, work: () => Promise<void>): Promise<void> {
  const store = openDirectStore(server.environment);
  await store.makeUnavailable();
  try {
    await work();
  } finally {
    await store.makeAvailable();
  }
}
