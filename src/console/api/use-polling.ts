import { useEffect } from "preact/hooks";
import type { Resource } from "./use-resource.ts";

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
