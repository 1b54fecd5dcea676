import { useEffect } from "preact/hooks";
import type { Playback } from "./playback/playback.ts";

const STEP_MS = 5000;
/** What uses these keys itself. */
const OWN_KEYS = "input, select, textarea, button, a, summary, dialog, [role=tab]";

/** Space plays and pauses, and the arrows move by five seconds, while no field or button has the focus. */
export function usePlayerKeys(playback: Playback | null): void {
  useEffect(() => {
    if (playback === null) return;
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (altKey || ctrlKey || metaKey || playback.phase !== "ready") return;
      if (target instanceof Element && target.closest(OWN_KEYS)) return;
      if (key === " ") playback.toggle();
      else if (key === "ArrowRight") playback.seek(Math.min(playback.lastMs, playback.state.at + STEP_MS));
      else if (key === "ArrowLeft") playback.seek(Math.max(playback.firstMs, playback.state.at - STEP_MS));
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [playback]);
}
