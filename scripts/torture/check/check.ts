import type { Load } from "../load/load.ts";
import type { World } from "../world/world.ts";
import { storedMarks } from "./events.ts";
import { compareMarks, type Findings } from "./marks.ts";
import { wrongPersons } from "./persons.ts";
import { playedMarks } from "./recordings.ts";

/** Looks for everything that was sent, once the service has stored all that it took. */
export async function check({ ledger, visitors }: Load, world: World): Promise<Findings> {
  const { project, nodes } = world;
  const recordings = await playedMarks(visitors, nodes[0]?.base ?? "", project);
  return world.withDocuments(async (documents) => {
    const events = await storedMarks(documents, project.id, 2 * ledger.sent.length);
    const { figures, wrong } = compareMarks(ledger, [...events, ...recordings.marks]);
    const persons = await wrongPersons(visitors, documents, project.id);
    return { figures, wrong: [...wrong, ...recordings.wrong, ...persons] };
  });
}
