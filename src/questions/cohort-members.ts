import type { Schemas } from "../../generated/openapi.ts";
import { problem } from "../lib/problem.ts";
import { isUuid } from "../lib/uuid.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Persons } from "../store/ports/persons.ts";
import type { Records } from "../store/ports/records.ts";
import { renewCohortPersons } from "../store/records/cohort-persons.ts";
import { COHORT_MEMBERS, COHORTS } from "../store/records/saved-kinds.ts";
import { scanAll } from "../store/records/scan-all.ts";

export interface MemberPorts {
  readonly records: Records;
  readonly persons: Pick<Persons, "findRefs" | "firstDistinctIds">;
}

const MAX_MEMBERS = 20_000;
/** A record has up to 1 MB. */
const MAX_CHARACTERS = 800_000;

/** Adds persons, and leaves out those that the project does not have. Throws `not_found`, `invalid_input`. */
export async function addMembers(
  projectId: ProjectId,
  id: number,
  { person_ids = [], distinct_ids = [], csv = "" }: Schemas["CohortPersons"],
  { records, persons }: MemberPorts,
): Promise<void> {
  await requireStatic(projectId, id, records);
  const wanted = [...distinct_ids, ...idsOfCsv(csv)];
  const found = wanted.length === 0 ? [] : [...(await persons.findRefs(projectId, [...new Set(wanted)])).values()];
  const uuids = [...new Set([...person_ids.filter(isUuid).map((one) => one.toLowerCase()), ...found.map(uuidOf)])];
  const first = uuids.length === 0 ? [] : [...(await persons.firstDistinctIds(projectId, uuids, 1)).values()];
  await records.change(COHORT_MEMBERS, { projectId, id }, (members) => {
    const distinctIds = [...new Set([...(members?.distinctIds ?? []), ...first.flat()])];
    if (distinctIds.length > MAX_MEMBERS || distinctIds.join("").length > MAX_CHARACTERS) {
      throw problem("max_length", { detail: `A static cohort has up to ${MAX_MEMBERS} persons.` });
    }
    return { projectId, id, distinctIds };
  });
  await renewCohortPersons({ projectId, id }, records);
}

const uuidOf = ({ uuid }: { readonly uuid: string }) => uuid;

/** Removes a person by its distinct ids. Throws as `addMembers`. */
export async function removeMember(projectId: ProjectId, id: number, distinctIds: readonly string[], records: Records) {
  await requireStatic(projectId, id, records);
  await withoutMembers(projectId, id, distinctIds, records);
  await renewCohortPersons({ projectId, id }, records);
}

/** Takes distinct ids out of all static cohorts of the project. */
export async function eraseMembers(projectId: ProjectId, ids: readonly string[], records: Records): Promise<void> {
  for (const { id } of await scanAll(records, COHORT_MEMBERS, { where: { projectId } })) {
    await withoutMembers(projectId, id, ids, records);
  }
}

/** Lets the persons of all cohorts that flags test be found anew, after some are erased. */
export async function renewAllCohortPersons(projectId: ProjectId, records: Records): Promise<void> {
  for (const { id } of await scanAll(records, COHORTS, { where: { projectId } })) {
    await renewCohortPersons({ projectId, id }, records);
  }
}

async function withoutMembers(projectId: ProjectId, id: number, gone: readonly string[], records: Records) {
  const removed = new Set(gone);
  await records.change(COHORT_MEMBERS, { projectId, id }, (members) => {
    const distinctIds = (members?.distinctIds ?? []).filter((one) => !removed.has(one));
    return members && distinctIds.length < members.distinctIds.length ? { ...members, distinctIds } : null;
  });
}

async function requireStatic(projectId: ProjectId, id: number, records: Records): Promise<void> {
  const cohort = await records.find(COHORTS, { projectId, id });
  if (!cohort || cohort.deleted) throw problem("not_found");
  if (cohort.isStatic) return;
  const detail = "The cohort has conditions: only static ones have persons that are added.";
  throw problem("invalid_input", { detail });
}

/** Returns the column `distinct_id`, or the first one without a header. */
function idsOfCsv(csv: string): string[] {
  const rows = csv
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map(cellsOf);
  const column = rows[0]?.findIndex((cell) => /^distinct[_ -]?id$/i.test(cell.trim())) ?? -1;
  return (column < 0 ? rows : rows.slice(1)).flatMap((cells) => cells[Math.max(0, column)]?.trim() || []);
}

function cellsOf(line: string): string[] {
  const cells = line.match(/(?:^|[,;\t])(?:"(?:[^"]|"")*"|[^,;\t]*)/g) ?? [];
  return cells.map((cell) =>
    cell
      .replace(/^[,;\t]/, "")
      .replace(/^"(.*)"$/s, "$1")
      .replaceAll('""', '"'),
  );
}
