import type { Millis, ProjectId } from "../ports/common.ts";
import type { RecordKind } from "../ports/records.ts";

/** Corrects the clock of a client whose requests arrive much later, or earlier, than it says. */
export interface DeviceClock {
  readonly projectId: ProjectId;
  /** A hash of the session, or of the distinct id of events without one. */
  readonly device: string;
  readonly offset: Millis;
  /** How much our clock was ahead of the client's when a request arrived: its error, and a usual delay. */
  readonly lag: Millis;
  readonly expiresAt: Millis;
}

export const DEVICE_CLOCKS: RecordKind<DeviceClock, "projectId" | "device"> = {
  name: "device_clocks",
  key: ["projectId", "device"],
  indexes: [["expiresAt"]],
};
