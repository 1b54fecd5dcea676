import type { Persons } from "../../../src/store/ports/persons.ts";
import type { TestCluster } from "../cluster/test-cluster.ts";
import type { Ledger } from "../load/ledger.ts";
import type { Load } from "../load/load.ts";
import type { Visitor } from "../load/visitor.ts";
import { compareMarks, type FoundMark } from "./compare-marks.ts";
import { readRecordingMarks } from "./recording-marks.ts";
import { readStoredMarks } from "./stored-marks.ts";

/** What a backup that begins now must have. */
export interface Promised {
  readonly ledger: Ledger;
  readonly visitors: readonly Visitor[];
  /** The marks of acknowledged events. */
  readonly marks: ReadonlySet<number>;
  readonly persons: readonly PromisedPerson[];
}

interface PromisedPerson {
  readonly id: string;
  readonly mergedIds: readonly string[];
  readonly minSeen: number;
}

/** Records what was acknowledged. The last identification of a visitor may still be on its way. */
export function promiseNow({ ledger, visitors }: Load): Promised {
  return {
    ledger,
    visitors,
    marks: new Set(ledger.sent.flatMap(({ acknowledged }, mark) => (acknowledged ? [mark] : []))),
    persons: visitors.map(({ id, mergedIds, seen }) => ({
      id,
      mergedIds: [...mergedIds].slice(0, -1),
      minSeen: seen - 1,
    })),
  };
}

/**
 * Checks that a restored cluster has what was promised. Returns the violations as sentences. A single server of MongoDB
 * cannot be read as it was at one moment, so a snapshot may be there twice, on its way from the database to a file.
 */
export async function checkRestored(
  { ledger, visitors, marks, persons }: Promised,
  cluster: TestCluster,
): Promise<string[]> {
  const { project, nodes } = cluster;
  const sent = ledger.sent.map((event, mark) => ({ ...event, acknowledged: marks.has(mark) }));
  const recordings = await readRecordingMarks(visitors, nodes[0]?.base ?? "", project);
  return cluster.withDatabase(async (store) => {
    const events = await readStoredMarks(store, project.id, 2 * sent.length);
    const isOneMoment = cluster.environment.engineSettings.MONGODB_URL === undefined;
    const snapshots = isOneMoment ? recordings.marks : [...uniqueByMark(recordings.marks)];
    const { wrong } = compareMarks({ sent }, [...events, ...snapshots]);
    const lacking = await Promise.all(persons.map((person) => findLacking(person, store.persons, project.id)));
    return [...wrong, ...recordings.wrong, ...(isOneMoment ? recordings.miscounted : []), ...lacking.flat()];
  });
}

const uniqueByMark = (marks: readonly FoundMark[]) => new Map(marks.map((found) => [found.mark, found])).values();

async function findLacking(
  { id, mergedIds, minSeen }: PromisedPerson,
  persons: Persons,
  projectId: string,
): Promise<string[]> {
  if (minSeen < 1) return [];
  const person = (await persons.find(projectId, [id])).get(id);
  if (!person) return [`${id} has no person`];
  const stored = new Set(await persons.distinctIds(projectId, person.uuid, Number.MAX_SAFE_INTEGER));
  const missing = [id, ...mergedIds].filter((one) => !stored.has(one));
  const seen = Number(person.properties.seen ?? 0);
  return [
    ...(missing.length > 0 ? [`the person of ${id} lacks ${missing.join(", ")}`] : []),
    ...(seen < minSeen ? [`the person of ${id} was seen ${seen} times, not ${minSeen}`] : []),
  ];
}
