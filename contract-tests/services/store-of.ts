import type { Place } from "./place.ts";
import type { Store } from "./store.ts";
import { mongoStore } from "./store-mongodb.ts";
import { sqliteStore } from "./store-sqlite.ts";

/** The store of a service that keeps its data in this place. */
export function storeOf(place: Place): Store {
  return place.engines.MONGODB_URL ? mongoStore(place) : sqliteStore(place.dataDir);
}
