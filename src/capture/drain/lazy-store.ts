import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { Store } from "../../storage/ports/stores.ts";

interface LazyStore {
  /** Throws `StoreUnavailable` where the store cannot be opened; the next call tries again. */
  get(): Promise<Store>;
  close(): Promise<void>;
}

/** A store that is opened when it is first needed, so that one which is away at the start is as one that goes away later. */
export function openLazily(open: () => Promise<Store>): LazyStore {
  let opening: Promise<Store> | undefined;
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
