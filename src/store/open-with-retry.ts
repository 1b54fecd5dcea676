import { retry } from "../lib/threads/retry.ts";
import type { ChosenEngine } from "./choose-engines.ts";
import { StoreUnavailable } from "./ports/common.ts";
import type { FileStore, Store } from "./ports/stores.ts";

export interface EngineWait {
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  /** Called after the first failed attempt and then periodically, with the latest reason. */
  readonly onWait: (engine: string, reason: string) => void;
  readonly retryIntervalMs?: number;
  readonly notifyIntervalMs?: number;
}

interface Closable {
  close(): Promise<void>;
}

/**
 * Opens an engine; retries a remote one while it throws `StoreUnavailable`. Throws `StoreUnavailable` after the
 * timeout, or the signal's reason if that aborts first, and then closes an engine that opens late.
 */
export async function openWithRetry<T extends Closable>(engine: ChosenEngine<T>, options: EngineWait): Promise<T> {
  if (!engine.isRemote) return engine.open();
  const { timeoutSeconds, onWait, retryIntervalMs = 1000, notifyIntervalMs = 3000 } = options;
  let reason = "it does not answer.";
  const notifying = setInterval(() => onWait(engine.name, reason), notifyIntervalMs);
  const timeout = new AbortController();
  const timer = setTimeout(() => {
    timeout.abort(new StoreUnavailable(`${engine.name} was not available within ${timeoutSeconds} seconds: ${reason}`));
  }, timeoutSeconds * 1000);
  const signal = AbortSignal.any([options.signal, timeout.signal]);
  const opening = retry(() => engine.open(), {
    backoff: { initialMs: retryIntervalMs },
    isRetryable: (error) => error instanceof StoreUnavailable,
    signal,
    onRetry(error, attempt) {
      reason = (error as StoreUnavailable).message;
      if (attempt === 0) onWait(engine.name, reason);
    },
  });
  try {
    return await raceAbort(opening, signal);
  } finally {
    clearInterval(notifying);
    clearTimeout(timer);
  }
}

/** Opens both engines concurrently. As soon as one fails, throws as `openWithRetry` does and closes the other. */
export async function openEngines(
  storeEngine: ChosenEngine<Store>,
  fileEngine: ChosenEngine<FileStore>,
  options: EngineWait,
): Promise<[Store, FileStore]> {
  const failed = new AbortController();
  const shared = { ...options, signal: AbortSignal.any([options.signal, failed.signal]) };
  const store = openWithRetry(storeEngine, shared);
  const fileStore = openWithRetry(fileEngine, shared);
  try {
    return await Promise.all([store, fileStore]);
  } catch (error) {
    failed.abort(error);
    for (const opening of [store, fileStore]) opening.then((opened) => opened.close()).catch(() => undefined);
    throw error;
  }
}

/** Throws the signal's reason if that comes first, and then closes a late result. */
async function raceAbort<T extends Closable>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    work.then((late) => late.close()).catch(() => undefined);
    throw signal.aborted ? signal.reason : error;
  }
}
