import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import type { Project, Tenants } from "../store/ports/tenants.ts";
import { changeCalendar, type ProjectCalendar, readCalendar } from "../store/records/project-settings.ts";
import { problem } from "../values/problem.ts";
import { canonicalTimeZone } from "../values/time-zone-name.ts";
import { authorizeProject, requireWriteAccess } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

/** A project with its settings. */
export type ProjectWithCalendar = Project & { readonly calendar: ProjectCalendar };

/** The settings to change; the others stay. */
export type ChangedCalendar = { readonly [F in keyof ProjectCalendar]?: ProjectCalendar[F] | undefined };

interface SettingsPorts {
  readonly tenants: Pick<Tenants, "projectOfMember" | "listMembers">;
  readonly records: Pick<Records, "find" | "change">;
}

/** Returns the project. Throws `not_found` if the caller sees none with this id. */
export async function retrieveProject(
  caller: Caller,
  projectId: ProjectId,
  { tenants, records }: SettingsPorts,
): Promise<ProjectWithCalendar> {
  const project = await authorizeProject(caller, projectId, tenants);
  return { ...project, calendar: await readCalendar(project.id, records) };
}

/** Changes a project's calendar. Throws `not_found`, `permission_denied`, or `invalid_input` for an unknown zone. */
export async function changeProject(
  caller: Caller,
  projectId: ProjectId,
  changed: ChangedCalendar,
  { tenants, records }: SettingsPorts,
): Promise<ProjectWithCalendar> {
  const project = await authorizeProject(caller, projectId, tenants);
  requireWriteAccess(caller);
  const members = await tenants.listMembers(project.organizationId);
  const level = members.find(({ user }) => user.id === caller.userId)?.level;
  if (level !== "owner" && level !== "admin") {
    throw problem("permission_denied", { detail: "Only owners and admins change settings of a project." });
  }
  const { weekStart } = changed;
  const timeZone = changed.timeZone === undefined ? undefined : requireTimeZone(changed.timeZone);
  const given = { ...(timeZone === undefined ? {} : { timeZone }), ...(weekStart === undefined ? {} : { weekStart }) };
  return { ...project, calendar: await changeCalendar(project.id, given, records) };
}

function requireTimeZone(name: string): string {
  const zone = canonicalTimeZone(name);
  if (zone !== null) return zone;
  throw problem("invalid_input", { attr: "timezone", detail: "There is no such time zone: use one like Europe/Oslo." });
}
