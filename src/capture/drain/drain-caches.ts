import { KnownDistinctIds } from "../../people/known-distinct-ids.ts";
import { ReplayGuard } from "../../people/replay-guard.ts";
import { SessionPropertiesCache } from "../../recordings/recorder/session-properties.ts";

/** What a process that drains remembers from one step to the next. All of it can be found out again. */
export interface DrainCaches {
  readonly sessionProperties: SessionPropertiesCache;
  readonly replayGuard: ReplayGuard;
  readonly knownDistinctIds: KnownDistinctIds;
}

/** `journal` is the identity of the journal that is drained. */
export function createDrainCaches(journal: string): DrainCaches {
  return {
    sessionProperties: new SessionPropertiesCache(),
    replayGuard: new ReplayGuard(journal),
    knownDistinctIds: new KnownDistinctIds(),
  };
}
