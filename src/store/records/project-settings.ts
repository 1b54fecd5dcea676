import type { ProjectId } from "../ports/common.ts";
import type { RecordKind, Records } from "../ports/records.ts";

export interface ProjectCalendar {
  /** An IANA name. */
  readonly timeZone: string;
  /** 0 is Sunday, 1 is Monday. */
  readonly weekStart: 0 | 1;
}

export const PROJECT_SETTINGS: RecordKind<ProjectCalendar & { readonly projectId: ProjectId }, "projectId"> = {
  name: "project_settings",
  key: ["projectId"],
};

const DEFAULT_CALENDAR: ProjectCalendar = { timeZone: "UTC", weekStart: 0 };

export async function readCalendar(projectId: ProjectId, records: Pick<Records, "find">): Promise<ProjectCalendar> {
  const { timeZone, weekStart } = (await records.find(PROJECT_SETTINGS, { projectId })) ?? DEFAULT_CALENDAR;
  return { timeZone, weekStart };
}

/** Changes what is given, and returns all. */
export async function changeCalendar(
  projectId: ProjectId,
  changed: Partial<ProjectCalendar>,
  records: Pick<Records, "change">,
): Promise<ProjectCalendar> {
  const merge = (before: ProjectCalendar | null) => {
    const { timeZone, weekStart } = { ...DEFAULT_CALENDAR, ...before, ...changed };
    return { projectId, timeZone, weekStart };
  };
  return (await records.change(PROJECT_SETTINGS, { projectId }, merge)) ?? DEFAULT_CALENDAR;
}
