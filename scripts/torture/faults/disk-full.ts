import type { Fault } from "./fault.ts";
import { repeatOutages } from "./repeat-outages.ts";

const DISK_MEGABYTES = 200;
const MAX_FREE_BYTES = 100 * 1024 * 1024;

/**
 * Fills the disk, completely or nearly, and frees it again: the disk of the data directory, or only that of the store.
 */
export function diskFull(holds: "everything" | "store"): Fault {
  return {
    requirements: { disk: { megabytes: DISK_MEGABYTES, holds }, canDisconnectMongo: false },
    inject: (context) =>
      repeatOutages(
        context,
        () => context.cluster.disk?.fill(context.random.chance(0.5) ? 0 : context.random.integer(0, MAX_FREE_BYTES)),
        () => context.cluster.disk?.removeFiller(),
      ),
  };
}
