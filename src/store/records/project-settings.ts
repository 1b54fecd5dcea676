import type { ProjectId } from "../ports/common.ts";
import type { RecordKind, Records } from "../ports/records.ts";

export interface ProjectCalendar {
  /** An IANA name. */
  readonly timeZone: string;
  /** 0 is Sunday, 1 is Monday. */
  readonly weekStart: 0 | 1;
}

export interface ProjectSettings extends ProjectCalendar {
  /** JSON of the conditions that take out events of test accounts. */
  readonly testAccountFilters: string;
  readonly isTestAccountsChecked: boolean;
}

export type ChangedRecord = { readonly [F in keyof ProjectSettings]?: ProjectSettings[F] | undefined };

export const PROJECT_SETTINGS: RecordKind<ProjectSettings & { readonly projectId: ProjectId }, "projectId"> = {
  name: "project_settings",
  key: ["projectId"],
};

/** Records of older versions lack the last two. */
const DEFAULTS: ProjectSettings = {
  timeZone: "UTC",
  weekStart: 0,
  testAccountFilters: "[]",
  isTestAccountsChecked: false,
};

export async function readSettings(projectId: ProjectId, records: Pick<Records, "find">): Promise<ProjectSettings> {
  return { ...DEFAULTS, ...(await records.find(PROJECT_SETTINGS, { projectId })) };
}

/** Changes what is given, and returns all. */
export async function changeSettings(
  projectId: ProjectId,
  changed: ChangedRecord,
  records: Pick<Records, "change">,
): Promise<ProjectSettings> {
  const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  const merge = (before: ProjectSettings | null) => {
    const { timeZone, weekStart, testAccountFilters, isTestAccountsChecked } = { ...DEFAULTS, ...before, ...given };
    return { projectId, timeZone, weekStart, testAccountFilters, isTestAccountsChecked };
  };
  return { ...DEFAULTS, ...(await records.change(PROJECT_SETTINGS, { projectId }, merge)) };
}
