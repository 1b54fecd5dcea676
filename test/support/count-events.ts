import type { ProjectId } from "../../src/store/ports/common.ts";
import type { EventFilter, Events } from "../../src/store/ports/events.ts";

const MORE_THAN_TESTS_STORE = 100_000;

export async function countEvents(
  events: Pick<Events, "latest">,
  projectId: ProjectId,
  filter: EventFilter,
): Promise<number> {
  return (await events.latest(projectId, filter, MORE_THAN_TESTS_STORE)).length;
}
