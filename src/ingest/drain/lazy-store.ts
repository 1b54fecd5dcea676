import { StoreUnavailable } from "../../store/ports/common.ts";

export interface Lazy<T> {
  /** Throws `StoreUnavailable` if the engine cannot be opened; the next call retries. */
  get(): Promise<T>;
  close(): Promise<void>;
}

/** Opens an engine on first use, so that an unavailable one at the start is handled as one later. */
export function openLazily<T extends { close(): Promise<void> }>(open: () => Promise<T>): Lazy<T> {
  let opening: Promise<T> | undefined;
  return {
    get() {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        // An engine that cannot be opened is never the events' fault.
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
