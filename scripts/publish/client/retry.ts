export const DEFAULT_MAX_RETRIES = 2;
export const DEFAULT_MAX_RETRY_SECONDS = 30;

type Fetch = (request: Request) => Promise<Response>;

/**
 * Returns a `fetch` that repeats requests that the service refuses for the moment (429, 503), after the time that it
 * names. By the contract such a request has changed nothing. A response without `Retry-After` is returned as it is, and
 * so is one that asks for more patience than allowed. Aborting ends the wait.
 */
export function retryingFetch(fetch: Fetch, maxRetries: number, maxSeconds: number): Fetch {
  return async (request) => {
    for (let left = maxRetries; left > 0; left -= 1) {
      const response = await fetch(request.clone());
      const seconds = secondsToWait(response);
      if (seconds === undefined || seconds > maxSeconds) return response;
      await response.body?.cancel();
      await wait(seconds * 1000, request.signal);
    }
    return fetch(request);
  };
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
function secondsToWait({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const text = headers.get("Retry-After") ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
