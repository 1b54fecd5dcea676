import type { Random } from "../random.ts";
import type { World, WorldWishes } from "../world/world.ts";

/** How often something happened to the service. */
export interface Blows {
  /** SIGKILLs. */
  kills: number;
  /** Times that the store or a disk was taken away. */
  outages: number;
  /** Logs whose end was not synced, or was spoilt. */
  torn: number;
}

export interface FaultParts {
  readonly world: World;
  readonly random: Random;
  readonly blows: Blows;
  /** The fault ends soon after this, with everything given back and every node started. */
  readonly until: AbortSignal;
}

/** Something that must lose no event. */
export interface Fault {
  /** What the world has to be for it; any engine where none is named. */
  readonly needs: Pick<WorldWishes, "disk" | "cuttable"> & Partial<Pick<WorldWishes, "engine" | "settings">>;
  readonly happen: (parts: FaultParts) => Promise<void>;
}
