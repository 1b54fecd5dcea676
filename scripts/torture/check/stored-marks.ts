import type { Store } from "../../../src/store/ports/stores.ts";
import type { FoundMark } from "./compare-marks.ts";
import type { FiledEvent } from "./filed-events.ts";

/**
 * Returns the marks of up to `limit` events of the project in the store, and of those that are in history files only.
 * These are read after the store, which events leave meanwhile. An event that is in two files is returned twice.
 */
export async function readStoredMarks(
  { events }: Store,
  projectId: string,
  limit: number,
  readFiled: () => Promise<readonly FiledEvent[]> = async () => [],
): Promise<FoundMark[]> {
  const stored = await events.latest(projectId, {}, limit);
  const filed = await readFiled();
  const uuids = new Set(filed.map(({ uuid }) => uuid));
  return [...stored.filter(({ uuid }) => !uuids.has(uuid)), ...filed].map(({ distinctId, properties }) => {
    return { kind: "event", mark: (JSON.parse(properties) as { mark?: unknown }).mark, owner: distinctId };
  });
}
