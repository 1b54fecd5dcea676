import type { Schemas } from "../../../generated/openapi.ts";
import { Problem, problem } from "../../lib/problem.ts";
import type { ProjectId, UserId } from "../../store/ports/common.ts";
import type { Groups } from "../../store/ports/persons.ts";
import type { StoredFlag } from "../../store/records/flags.ts";
import { COHORTS } from "../../store/records/saved-kinds.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import type { Project } from "../../store/records/tenant-kinds.ts";
import { dependenciesOf } from "../decide/flag-set.ts";
import { type Condition, parseStoredFlag } from "../define/flag-definition.ts";
import { createFlag, type FlagChangePorts, updateFlag } from "./edit-flags.ts";

interface CopyPorts extends FlagChangePorts {
  readonly groups: Pick<Groups, "types">;
}

interface Copied {
  readonly success: readonly StoredFlag[];
  readonly failed: readonly { readonly project_id: number; readonly errors: string }[];
}

/** Copies a flag between `projects`. Throws `invalid_input` if it is not there; what a target refuses is returned. */
export async function copyFlag(
  { feature_flag_key: key, from_project, target_project_ids }: Schemas["FlagCopyRequest"],
  by: UserId | null,
  projects: readonly Project[],
  ports: CopyPorts,
): Promise<Copied> {
  const find = (id: number) => projects.find((project) => project.id === String(id));
  const source = find(from_project);
  if (!source) throw problem("invalid_input", { attr: "from_project", detail: "There is no such project." });
  const flag = (await ports.flags.list(source.id)).find((one) => one.key === key);
  const detail = `The project has no flag ${key}.`;
  if (!flag) throw problem("invalid_input", { attr: "feature_flag_key", detail });
  const [success, failed]: [StoredFlag[], Copied["failed"][number][]] = [[], []];
  for (const project_id of new Set(target_project_ids)) {
    const target = find(project_id);
    try {
      if (!target) throw refused("There is no such project.");
      success.push(await copyTo(target.id, flag, source.id, by, ports));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      failed.push({ project_id, errors: error.message });
    }
  }
  return { success, failed };
}

const refused = (detail: string) => problem("invalid_input", { detail });

async function copyTo(
  projectId: ProjectId,
  { key, definition }: StoredFlag,
  from: ProjectId,
  by: UserId | null,
  ports: CopyPorts,
): Promise<StoredFlag> {
  const { flags, groups, records } = ports;
  const flag = parseStoredFlag(definition);
  const present = await flags.list(projectId);
  const missing = [...dependenciesOf(flag)].find((one) => !present.some((other) => other.key === one));
  if (missing !== undefined) throw refused(`The project has no flag ${missing}.`);
  const [ownTypes, types] = [await groups.types(from), await groups.types(projectId)];
  const rules = JSON.stringify({ ...flag.filters, payloads: null });
  for (const [, index] of rules.matchAll(/group_type_index":(\d+)/g)) {
    const [own, other] = [ownTypes[Number(index)], types[Number(index)]];
    if (own !== other) throw refused(`The group type ${index} is ${other ?? "none"} there, and ${own ?? "none"} here.`);
  }
  const cohortsOf = (project: ProjectId) => scanAll(records, COHORTS, { where: { projectId: project, deleted: null } });
  const [ownCohorts, cohorts] = rules.includes('"type":"cohort"')
    ? await Promise.all([cohortsOf(from), cohortsOf(projectId)])
    : [[], []];
  const cohortThere = (id: number) => {
    const name = ownCohorts.find((one) => one.id === id)?.name;
    const [found, other] = cohorts.filter((one) => one.name === name);
    if (found && !other) return found.id;
    throw refused(`The project has ${found ? "several cohorts" : "no cohort"} ${name ?? id}.`);
  };
  const translated = (condition: Condition): Condition => {
    const properties = condition.properties?.map((one) =>
      one.type === "cohort" ? { ...one, value: cohortThere(Number(one.value)) } : one,
    );
    return properties ? { ...condition, properties } : condition;
  };
  const { groups: conditions, super_groups: others } = flag.filters;
  const filters = {
    ...flag.filters,
    groups: conditions.map(translated),
    ...(others && { super_groups: others.map(translated) }),
  };
  const fields = { ...flag, filters };
  const existing = present.find((one) => one.key === key);
  return existing
    ? updateFlag({ projectId, by }, existing.number, fields, ports)
    : createFlag({ projectId, by }, fields, ports);
}
