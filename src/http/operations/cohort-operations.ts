import { Problem } from "../../lib/problem.ts";
import { isoTime } from "../../lib/wire-fields.ts";
import { addMembers, removeMember } from "../../questions/cohort-members.ts";
import { cohortContent, cohortsOf } from "../../questions/cohorts.ts";
import { searchPersons } from "../../questions/search-persons.ts";
import type { Page, ProjectId } from "../../store/ports/common.ts";
import { COHORTS, type CohortRecord } from "../../store/records/saved-kinds.ts";
import { numberOf, type SavedView } from "../../tenants/saved-record.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { questionOptions } from "./ask-question.ts";
import { personToWire } from "./common-wire.ts";
import { pageReply } from "./pagination.ts";
import { resource, savedToWire } from "./resource.ts";

const MAX_DISTINCT_IDS = 10_000;

/** Returns the operations of cohorts, of which retrieving one counts its persons. */
export function cohortOperations(ports: ServicePorts) {
  const { store, answers } = ports;
  const cohorts = cohortsOf(store.flags);
  const personsOf = async (projectId: ProjectId, id: number, page: Page) => {
    const properties = JSON.stringify([{ type: "cohort", key: "id", value: id }]);
    const options = await questionOptions(projectId, undefined, store.records);
    return searchPersons(projectId, { properties, ...page }, options, answers, store);
  };
  const counted = async (projectId: ProjectId, cohort: SavedView<CohortRecord>) => {
    try {
      const { count } = await personsOf(projectId, cohort.id, { limit: 1, offset: 0 });
      const fields = { count, countedAt: ports.now() };
      await store.records.change(COHORTS, { projectId, id: cohort.id }, (found) => found && { ...found, ...fields });
      return savedToWire({ ...cohort, ...fields }, cohortFields);
    } catch (error) {
      if (error instanceof Problem) return savedToWire(cohort, cohortFields); // the engine is busy: the last count
      throw error;
    }
  };
  const others: HandlersOf<"cohorts_retrieve" | "cohorts_persons" | "cohorts_person"> = {
    cohorts_retrieve: async ({ project: { id: projectId }, params }) => {
      return { status: 200, body: await counted(projectId, await cohorts.retrieve(projectId, params.id, store)) };
    },
    cohorts_persons_list: async ({ project: { id: projectId }, params, query, url }) => {
      const { id } = await cohorts.retrieve(projectId, params.id, store);
      const listed = await personsOf(projectId, id, query);
      return pageReply(listed, { query, url }, (person) => personToWire(person));
    },
    cohorts_persons_add: async ({ project: { id: projectId }, params, body }) => {
      await addMembers(projectId, numberOf(params.id), body, store);
      return { status: 200, body: await counted(projectId, await cohorts.retrieve(projectId, params.id, store)) };
    },
    cohorts_person_remove: async ({ project: { id: projectId }, params, body }) => {
      const uuid = body.person_id.toLowerCase();
      const ids = await store.persons.distinctIds(projectId, uuid, MAX_DISTINCT_IDS);
      await removeMember(projectId, numberOf(params.id), ids, store.records);
      return { status: 200, body: await counted(projectId, await cohorts.retrieve(projectId, params.id, store)) };
    },
  };
  return { ...resource("cohorts", cohorts, cohortFields, ports), ...others };
}

function cohortFields(cohort: SavedView<CohortRecord>) {
  const { count = null, countedAt } = cohort;
  const last_calculation = countedAt === undefined ? null : isoTime(countedAt);
  const calculated = { count, is_calculating: false, last_calculation, errors_calculating: 0 } as const;
  return { ...cohortContent(cohort), ...calculated };
}
