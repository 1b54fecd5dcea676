const SIGNALS = ["SIGTERM", "SIGINT"] as const;

export interface Termination {
  /** Resolves with the name of the signal that the process receives; rejects after `onFatal`. */
  readonly terminated: Promise<string>;
  readonly stopping: AbortSignal;
  readonly onFatal: (error: Error) => void;
  /** Does work that the next signal, or `onFatal`, aborts. Afterwards a signal ends the process at once. */
  readonly untilNextSignal: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

/** Takes over SIGTERM and SIGINT: the first one asks the process to stop. */
export function watchTermination(): Termination {
  const stopping = new AbortController();
  const failing = new AbortController();
  let onFatal: (error: Error) => void = () => {};
  const terminated = new Promise<string>((resolve, reject) => {
    onFatal = (error) => {
      failing.abort();
      reject(error);
    };
    for (const name of SIGNALS) process.once(name, resolve);
  });
  terminated.then(() => stopping.abort()).catch(() => undefined);
  return {
    terminated,
    stopping: stopping.signal,
    onFatal,
    async untilNextSignal(work) {
      const hurry = () => failing.abort();
      for (const name of SIGNALS) process.once(name, hurry);
      await work(failing.signal);
      for (const name of SIGNALS) process.off(name, hurry);
    },
  };
}
