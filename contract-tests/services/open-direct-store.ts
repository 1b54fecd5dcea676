import type { DirectStore } from "./direct-store.ts";
import { mongoDirectStore } from "./direct-store-mongodb.ts";
import { sqliteDirectStore } from "./direct-store-sqlite.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** Returns direct access to the environment's store. */
export function openDirectStore(environment: TestEnvironment): DirectStore {
  return environment.engineSettings.MONGODB_URL
    ? mongoDirectStore(environment)
    : sqliteDirectStore(environment.dataDir);
}
