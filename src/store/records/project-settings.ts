import type { Schemas } from "../../../generated/openapi.ts";
import { definedFields } from "../../lib/wire-fields.ts";
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
  readonly clientOptions: ClientOptions;
}

/** What tools set for client libraries, as in the contract; absent if it was never set. */
export type ClientOptions = Pick<Schemas["ProjectPatch"], (typeof CLIENT_OPTIONS)[number]>;

export const CLIENT_OPTIONS = [
  "heatmaps_opt_in",
  "autocapture_exceptions_opt_in",
  "autocapture_web_vitals_opt_in",
  "session_recording_opt_in",
  "surveys_opt_in",
  "cookieless_server_hash_mode",
  "app_urls",
  "recording_domains",
] as const;

export type ChangedRecord = { readonly [F in keyof ProjectSettings]?: ProjectSettings[F] | undefined };

export const PROJECT_SETTINGS: RecordKind<ProjectSettings & { readonly projectId: ProjectId }, "projectId"> = {
  name: "project_settings",
  key: ["projectId"],
};

/** Records of older versions lack the last three. */
const DEFAULTS: ProjectSettings = {
  timeZone: "UTC",
  weekStart: 0,
  testAccountFilters: "[]",
  isTestAccountsChecked: false,
  clientOptions: {},
};

export async function readSettings(projectId: ProjectId, records: Pick<Records, "find">): Promise<ProjectSettings> {
  return { ...DEFAULTS, ...(await records.find(PROJECT_SETTINGS, { projectId })) };
}

export function mergeSettings(before: ProjectSettings, changed: ChangedRecord): ProjectSettings {
  const given = definedFields(changed);
  const { timeZone, weekStart, testAccountFilters, isTestAccountsChecked } = { ...before, ...given };
  const clientOptions = { ...before.clientOptions, ...changed.clientOptions };
  return { timeZone, weekStart, testAccountFilters, isTestAccountsChecked, clientOptions };
}

export async function changeSettings(
  projectId: ProjectId,
  changed: ChangedRecord,
  records: Pick<Records, "change">,
): Promise<ProjectSettings> {
  const merge = (before: ProjectSettings | null) => {
    return { projectId, ...mergeSettings({ ...DEFAULTS, ...before }, changed) };
  };
  return { ...DEFAULTS, ...(await records.change(PROJECT_SETTINGS, { projectId }, merge)) };
}
