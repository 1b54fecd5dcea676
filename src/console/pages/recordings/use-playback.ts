import { useEffect, useReducer, useState } from "preact/hooks";
import { ApiError } from "../../api/errors.ts";
import type { PlaySettings } from "./playback/messages.ts";
import { Playback } from "./playback/playback.ts";
import type { SnapshotsApi } from "./playback/snapshots-api.ts";

interface Playing {
  /** Null before the first render is over. */
  readonly playback: Playback | null;
  /** Why the recording cannot be read, for the person. */
  readonly error: string | null;
}

/** Plays a recording while the component is shown, and renders the component again with each change. */
export function usePlayback(api: SnapshotsApi, at: number, settings: PlaySettings): Playing {
  const [, update] = useReducer((count: number) => count + 1, 0);
  const [playing, setPlaying] = useState<Playing>({ playback: null, error: null });
  // The moment and the settings matter at the beginning only.
  useEffect(() => {
    const playback = new Playback(api, at, settings, () => update(undefined));
    setPlaying({ playback, error: null });
    playback.run().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "AbortError") return; // the page was left
      if (!(error instanceof ApiError)) console.error(error);
      const message = error instanceof ApiError ? error.message : "This recording cannot be read.";
      setPlaying({ playback, error: message });
    });
    return () => playback.close();
  }, [api]);
  return playing;
}
