import type { Fault } from "./fault.ts";
import { outages } from "./outage.ts";

const MEGABYTES = 200;
const MOST_LEFT_BYTES = 100 * 1024 * 1024;

/** The disk becomes full, or nearly, and has room again: the one of the journal and whatever else is in the directory, or that of SQLite's store. */
export function diskFull(holds: "everything" | "store"): Fault {
  return {
    needs: { disk: { megabytes: MEGABYTES, holds }, cuttable: false },
    happen: (parts) =>
      outages(
        parts,
        () => parts.world.disk?.fill(parts.random.chance(0.5) ? 0 : parts.random.whole(0, MOST_LEFT_BYTES)),
        () => parts.world.disk?.empty(),
      ),
  };
}
