import type { Fault } from "./fault.ts";
import { repeatOutages } from "./repeat-outages.ts";

const DISK_MEGABYTES = 200;
const MAX_FREE_BYTES = 100 * 1024 * 1024;

/** The disk becomes full, or nearly, and has room again: the one of the journal and whatever else is in the directory, or that of SQLite's store. */
export function diskFull(holds: "everything" | "store"): Fault {
  return {
    requirements: { disk: { megabytes: DISK_MEGABYTES, holds }, canDisconnectMongo: false },
    inject: (parts) =>
      repeatOutages(
        parts,
        () => parts.cluster.disk?.fill(parts.random.chance(0.5) ? 0 : parts.random.integer(0, MAX_FREE_BYTES)),
        () => parts.cluster.disk?.removeFiller(),
      ),
  };
}
