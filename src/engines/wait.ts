import { setTimeout as sleep } from "node:timers/promises";
import { StoreUnavailable } from "../storage/ports/common.ts";
import type { Documents, FileStore } from "../storage/ports/engines.ts";
import type { ChosenEngine } from "./choose.ts";

export interface Patience {
  readonly seconds: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Is told every few seconds which engine is not there, and why. */
  readonly tell: (engine: string, reason: string) => void;
  /** Between two tries, in milliseconds. */
  readonly pauseMs?: number;
  /** Between two tellings, in milliseconds. */
  readonly tellMs?: number;
}

interface Closable {
  close(): Promise<void>;
}

/**
 * Opens an engine. One that is reached over a network is waited for; any other fails at once. Throws `StoreUnavailable` with one line where the
 * time is up, and the signal's reason where that ends the wait. What opens too late is closed.
 */
export async function openPatiently<T extends Closable>(engine: ChosenEngine<T>, patience: Patience): Promise<T> {
  if (!engine.isRemote) return engine.open();
  const { seconds, signal, tell, pauseMs = 1000, tellMs = 3000 } = patience;
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
    return await orAbort(tries(), end);
  } finally {
    clearInterval(telling);
    clearTimeout(timer);
  }
}

/** Opens both engines at once. Throws as `openPatiently` does as soon as one cannot be opened; the other is not kept then. */
export async function openEngines(
  documentEngine: ChosenEngine<Documents>,
  fileEngine: ChosenEngine<FileStore>,
  patience: Patience,
): Promise<[Documents, FileStore]> {
  const failed = new AbortController();
  const both = { ...patience, signal: AbortSignal.any([patience.signal, failed.signal]) };
  const documents = openPatiently(documentEngine, both);
  const files = openPatiently(fileEngine, both);
  try {
    return await Promise.all([documents, files]);
  } catch (error) {
    failed.abort(error);
    for (const opened of [documents, files]) opened.then((one) => one.close()).catch(() => undefined);
    throw error;
  }
}

/** What the work gives, or the reason of the signal if that comes first. */
async function orAbort<T extends Closable>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
