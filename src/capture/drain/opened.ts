import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { Documents } from "../../storage/ports/engines.ts";

interface Opened {
  /** Throws `StoreUnavailable` where the store cannot be opened; the next call tries again. */
  get(): Promise<Documents>;
  close(): Promise<void>;
}

/** A store that is opened when it is first needed, so that one which is away at the start is as one that goes away later. */
export function openedWhenNeeded(open: () => Promise<Documents>): Opened {
  let opening: Promise<Documents> | undefined;
  return {
    get() {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        // Whatever it is, the events are not to blame.
        if (error instanceof StoreUnavailable) throw error;
        throw new StoreUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
      });
      return opening;
    },
    async close() {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
