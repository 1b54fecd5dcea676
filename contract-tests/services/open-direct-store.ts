import type { DirectStore } from "./direct-store.ts";
import { mongoDirectStore } from "./direct-store-mongodb.ts";
import { sqliteDirectStore } from "./direct-store-sqlite.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** The store of a service that keeps its data in this place. */
export function openDirectStore(place: TestEnvironment): DirectStore {
  return place.engineSettings.MONGODB_URL ? mongoDirectStore(place) : sqliteDirectStore(place.dataDir);
}
