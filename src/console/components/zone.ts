import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";

interface Zone {
  /** Whether times are those of UTC, not of where the person is. */
  readonly isUtc: boolean;
  readonly setUtc: (isUtc: boolean) => void;
}

export const ZoneContext = createContext<Zone>({ isUtc: false, setUtc: () => undefined });
export const useZone = () => useContext(ZoneContext);

const KEY = "sightline.utc";

/** Returns what was chosen in this browser. */
export function useChosenZone(): Zone {
  const [isUtc, set] = useState(() => localStorage.getItem(KEY) === "1");
  const setUtc = (chosen: boolean) => {
    localStorage.setItem(KEY, chosen ? "1" : "0");
    set(chosen);
  };
  return { isUtc, setUtc };
}
