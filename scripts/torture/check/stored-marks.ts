import type { Store } from "../../../src/storage/ports/stores.ts";
import type { FoundMark } from "./compare-marks.ts";

/** The marks of all events that the store has of the project; `most` is more than there can be. */
export async function readStoredMarks({ events }: Store, projectId: string, most: number): Promise<FoundMark[]> {
  const stored = await events.latest(projectId, {}, most);
  return stored.map(({ distinctId, properties }) => {
    return { kind: "event", mark: (JSON.parse(properties) as { mark?: unknown }).mark, owner: distinctId };
  });
}
