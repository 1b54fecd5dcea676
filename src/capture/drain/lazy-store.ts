import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { Store } from "../../storage/ports/stores.ts";

interface LazyStore {
  /** Throws `StoreUnavailable` if the store cannot be opened; the next call retries. */
  get(): Promise<Store>;
  close(): Promise<void>;
}

/** Opens the store on first use, so that an unavailable store at the start is handled as one later. */
export function openLazily(open: () => Promise<Store>): LazyStore {
  let opening: Promise<Store> | undefined;
  return {
    get() {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        // Never the events' fault, whatever the error is.
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
