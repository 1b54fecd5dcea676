import type { Documents } from "../../../src/storage/ports/engines.ts";
import type { FoundMark } from "./marks.ts";

/** The marks of all events that the store has of the project; `most` is more than there can be. */
export async function storedMarks({ events }: Documents, projectId: string, most: number): Promise<FoundMark[]> {
  const stored = await events.latest(projectId, {}, most);
  return stored.map(({ distinctId, properties }) => {
    return { kind: "event", mark: (JSON.parse(properties) as { mark?: unknown }).mark, owner: distinctId };
  });
}
