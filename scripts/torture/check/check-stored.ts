import type { TestCluster } from "../cluster/test-cluster.ts";
import type { Load } from "../load/load.ts";
import { checkPersons } from "./check-persons.ts";
import { compareMarks, type Findings } from "./compare-marks.ts";
import { readRecordingMarks } from "./recording-marks.ts";
import { readStoredMarks } from "./stored-marks.ts";

/** Looks for everything that was sent, once the service has stored all that it took. */
export async function checkStored({ ledger, visitors }: Load, world: TestCluster): Promise<Findings> {
  const { project, nodes } = world;
  const recordings = await readRecordingMarks(visitors, nodes[0]?.base ?? "", project);
  return world.withDatabase(async (documents) => {
    const events = await readStoredMarks(documents, project.id, 2 * ledger.sent.length);
    const { figures, wrong } = compareMarks(ledger, [...events, ...recordings.marks]);
    const persons = await checkPersons(visitors, documents, project.id);
    return { figures, wrong: [...wrong, ...recordings.wrong, ...persons] };
  });
}
