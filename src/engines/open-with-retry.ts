import { setTimeout as sleep } from "node:timers/promises";
import { StoreUnavailable } from "../storage/ports/common.ts";
import type { FileStore, Store } from "../storage/ports/stores.ts";
import type { ChosenEngine } from "./choose-engines.ts";

export interface EngineWait {
  readonly timeoutSeconds: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Is told every few seconds which engine is not there, and why. */
  readonly onWait: (engine: string, reason: string) => void;
  /** Between two tries, in milliseconds. */
  readonly retryIntervalMs?: number;
  /** Between two tellings, in milliseconds. */
  readonly notifyIntervalMs?: number;
}

interface Closable {
  close(): Promise<void>;
}

/**
 * Opens an engine. One that is reached over a network is waited for; any other fails at once. Throws `StoreUnavailable` with one line where the
 * time is up, and the signal's reason where that ends the wait. What opens too late is closed.
 */
export async function openWithRetry<T extends Closable>(engine: ChosenEngine<T>, patience: EngineWait): Promise<T> {
  if (!engine.isRemote) return engine.open();
  const {
    timeoutSeconds: seconds,
    signal,
    onWait: tell,
    retryIntervalMs: pauseMs = 1000,
    notifyIntervalMs: tellMs = 3000,
  } = patience;
  let reason = "it does not answer";
  const telling = setInterval(() => tell(engine.name, reason), tellMs);
  const ended = new AbortController();
  const end = AbortSignal.any([signal, ended.signal]);
  const timer = setTimeout(() => {
    ended.abort(new StoreUnavailable(`${engine.name} was not there within ${seconds} seconds: ${reason}`));
  }, seconds * 1000);
  const tries = async () => {
    for (let told = false; ; told = true) {
      try {
        return await engine.open();
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        reason = error.message;
        if (!told) tell(engine.name, reason);
        await sleep(pauseMs, undefined, { signal: end });
      }
    }
  };
  try {
    return await raceAbort(tries(), end);
  } finally {
    clearInterval(telling);
    clearTimeout(timer);
  }
}

/** Opens both engines at once. Throws as `openPatiently` does as soon as one cannot be opened; the other is not kept then. */
export async function openEngines(
  documentEngine: ChosenEngine<Store>,
  fileEngine: ChosenEngine<FileStore>,
  patience: EngineWait,
): Promise<[Store, FileStore]> {
  const failed = new AbortController();
  const both = { ...patience, signal: AbortSignal.any([patience.signal, failed.signal]) };
  const documents = openWithRetry(documentEngine, both);
  const files = openWithRetry(fileEngine, both);
  try {
    return await Promise.all([documents, files]);
  } catch (error) {
    failed.abort(error);
    for (const opened of [documents, files]) opened.then((one) => one.close()).catch(() => undefined);
    throw error;
  }
}

/** What the work gives, or the reason of the signal if that comes first. */
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
