import type { eventWithTime } from "@rrweb/types";

export interface PlaySettings {
  readonly speed: number;
  readonly skipsInactivity: boolean;
}

/** What the page says to the player. Times are milliseconds since 1970. Each `sequence` is a new, greater number. */
export type ToPlayer =
  | ({
      readonly type: "open";
      readonly events: eventWithTime[];
      readonly at: number;
      readonly plays: boolean;
      readonly sequence: number;
    } & PlaySettings)
  | { readonly type: "add"; readonly events: eventWithTime[] }
  | { readonly type: "seek"; readonly at: number; readonly plays: boolean; readonly sequence: number }
  | ({ readonly type: "settings" } & PlaySettings);

export interface PlayerState {
  readonly at: number;
  readonly plays: boolean;
  readonly isSkipping: boolean;
}

/** Messages to the page, with the last `sequence`; `broken` if something that was recorded cannot be shown. */
export type FromPlayer =
  | ({ readonly type: "state"; readonly sequence: number } & PlayerState)
  | { readonly type: "broken" };
