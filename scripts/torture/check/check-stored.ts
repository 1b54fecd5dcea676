import type { TestCluster } from "../cluster/test-cluster.ts";
import type { Load } from "../load/load.ts";
import { checkPersons, hasAnyOf, hasLatest } from "./check-persons.ts";
import { compareMarks, type Findings } from "./compare-marks.ts";
import { readFiledEvents } from "./filed-events.ts";
import { readRecordingMarks } from "./recording-marks.ts";
import { readStoredMarks } from "./stored-marks.ts";

/**
 * Checks that everything that was acknowledged is stored correctly. The service must have emptied its journal. Persons
 * may have earlier values where several nodes apply what a visitor sent, since each of them has its own order.
 */
export async function checkStored(
  { ledger, visitors }: Load,
  cluster: TestCluster,
  isRepeatedElsewhere = false,
): Promise<Findings> {
  const { project, nodes } = cluster;
  const isRight = cluster.balancer || isRepeatedElsewhere ? hasAnyOf : hasLatest;
  const recordings = await readRecordingMarks(visitors, nodes[0]?.base ?? "", project);
  return cluster.withDatabase(async (store, config) => {
    const readFiled = () => readFiledEvents(store, config, project.id);
    const events = await readStoredMarks(store, project.id, 2 * ledger.sent.length, readFiled);
    const { figures, wrong } = compareMarks(ledger, [...events, ...recordings.marks]);
    const persons = await checkPersons(visitors, store, project.id, isRight);
    return { figures, wrong: [...recordings.wrong, ...recordings.miscounted, ...persons, ...wrong] };
  });
}
