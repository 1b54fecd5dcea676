import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, isAbort } from "./errors.ts";

/** What a page shows of the service. `data` stays while it is loaded again, so that nothing jumps. */
export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface State<T> {
  readonly data?: T;
  readonly error?: ApiError;
  readonly isLoading: boolean;
}

/** Loads at first, when `inputs` change and on `reload`; aborts the last load. `keep` shows old data meanwhile. */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
  { keep = false } = {},
): Resource<T> {
  const [state, setState] = useState<State<T>>({ isLoading: true });
  const [attempt, setAttempt] = useState(0);
  const shown = useRef(attempt);
  useEffect(() => {
    const abort = new AbortController();
    const isAgain = shown.current !== attempt;
    shown.current = attempt;
    setState(({ data, error }) => {
      // An error stays until it is known that it is over.
      return { ...((keep || isAgain) && { data }), ...(isAgain && error && { error }), isLoading: true };
    });
    load(abort.signal).then(
      (data) => abort.signal.aborted || setState({ data, isLoading: false }),
      (error: unknown) => {
        if (abort.signal.aborted || isAbort(error)) return;
        setState(({ data }) => ({ data, error: toApiError(error), isLoading: false }));
      },
    );
    return () => abort.abort();
  }, [...inputs, attempt]);
  const reload = useCallback(() => setAttempt((number) => number + 1), []);
  return { data: state.data, error: state.error, isLoading: state.isLoading, reload };
}

/** Loads the resource again and again while `isActive` and the page can be seen: `pauseMs` after each response. */
export function usePolling({ isLoading, reload }: Resource<unknown>, pauseMs: number, isActive = true): void {
  useEffect(() => {
    if (!isActive || isLoading) return;
    const reloadIfVisible = () => {
      if (document.visibilityState === "visible") reload();
    };
    const timer = setTimeout(reloadIfVisible, pauseMs);
    document.addEventListener("visibilitychange", reloadIfVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", reloadIfVisible);
    };
  }, [isActive, isLoading, reload, pauseMs]);
}

/** A change that a person makes: `run` returns whether it succeeded, and `error` says why not. */
export interface Action<Arguments extends unknown[]> {
  readonly run: (...args: Arguments) => Promise<boolean>;
  readonly isRunning: boolean;
  readonly error: ApiError | undefined;
  readonly reset: () => void;
}

export function useAction<Arguments extends unknown[]>(
  act: (...args: Arguments) => Promise<unknown>,
): Action<Arguments> {
  const [state, setState] = useState<{ isRunning: boolean; error?: ApiError }>({ isRunning: false });
  const run = async (...args: Arguments) => {
    setState({ isRunning: true });
    try {
      await act(...args);
      setState({ isRunning: false });
      return true;
    } catch (error) {
      setState({ isRunning: false, ...(!isAbort(error) && { error: toApiError(error) }) });
      return false;
    }
  };
  return { run, isRunning: state.isRunning, error: state.error, reset: () => setState({ isRunning: false }) };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  console.error(error);
  return new ApiError(0, "This page made a mistake. Reload it, and report it if that does not help.");
}
