import type { Store } from "../../../src/store/ports/stores.ts";
import type { FoundMark } from "./compare-marks.ts";

/** Returns the marks of up to `limit` stored events of the project. */
export async function readStoredMarks({ events }: Store, projectId: string, limit: number): Promise<FoundMark[]> {
  const stored = await events.latest(projectId, {}, limit);
  return stored.map(({ distinctId, properties }) => {
    return { kind: "event", mark: (JSON.parse(properties) as { mark?: unknown }).mark, owner: distinctId };
  });
}
