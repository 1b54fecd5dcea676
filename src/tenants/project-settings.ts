import { invalidInput, problem } from "../lib/problem.ts";
import type { Millis } from "../store/ports/common.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import {
  type ChangedRecord,
  CLIENT_OPTIONS,
  type ClientOptions,
  changeSettings,
  mergeSettings,
  type ProjectSettings,
  readSettings,
} from "../store/records/project-settings.ts";
import type { Organization, Project } from "../store/records/tenant-kinds.ts";
import { activityOf, type Item, logged } from "./activity-log.ts";
import { newProjectKey } from "./api-keys.ts";
import { authorOf, requireAdmin } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

export type ProjectWithSettings = Project & { readonly settings: ProjectSettings };

type ChangedSettings = ChangedRecord & {
  readonly name?: string | undefined;
  readonly eventRetentionSeconds?: number | null | undefined;
};

/** Returns what a response shows of a project and its settings, besides its id. */
export function projectContent({ name, eventRetentionSeconds, settings }: Omit<ProjectWithSettings, keyof Owned>) {
  const { timeZone, weekStart, testAccountFilters, isTestAccountsChecked, clientOptions } = settings;
  return {
    name,
    event_retention_seconds: eventRetentionSeconds,
    timezone: timeZone,
    week_start_day: weekStart,
    test_account_filters: JSON.parse(testAccountFilters),
    test_account_filters_default_checked: isTestAccountsChecked,
    ...NO_OPTIONS,
    ...clientOptions,
  };
}

type Owned = Pick<Project, "id" | "organizationId" | "createdAt">;

const NO_OPTIONS: ClientOptions = Object.fromEntries(CLIENT_OPTIONS.map((name) => [name, null]));

function projectItem(project: ProjectWithSettings): Item {
  return { scope: "Project", id: project.id, name: project.name, content: projectContent(project) };
}

/** Throws `permission_denied`, or `invalid_input` for an unknown zone. */
export async function changeProject(
  caller: Caller,
  project: Project,
  changed: ChangedSettings,
  { tenants, records, now }: Pick<StorePorts, "tenants" | "records"> & { readonly now: Millis },
): Promise<ProjectWithSettings> {
  const detail = "Only owners and admins change settings of a project.";
  await requireAdmin(caller, project.organizationId, tenants, detail);
  const { name = project.name, eventRetentionSeconds = project.eventRetentionSeconds, ...settings } = changed;
  const timeZone = settings.timeZone && requireTimeZone(settings.timeZone);
  const known = await readSettings(project.id, records);
  const given = { ...settings, timeZone };
  const after = { ...project, name, eventRetentionSeconds, settings: mergeSettings(known, given) };
  const context = { projectId: project.id, by: authorOf(caller), now };
  const activity = activityOf(context, projectItem({ ...project, settings: known }), projectItem(after));
  const stored = await logged(activity, records, async () => {
    if (name !== project.name) await tenants.renameProject(project.id, name);
    if (eventRetentionSeconds !== project.eventRetentionSeconds) {
      await tenants.setEventRetention(project.id, eventRetentionSeconds);
    }
    return changeSettings(project.id, given, records);
  });
  return { ...after, settings: stored ?? after.settings };
}

/** Begins to remove a project with all data. Throws `not_found` and `permission_denied`. */
export async function deleteProject(
  caller: Caller,
  { id, organizationId }: Project,
  now: Millis,
  { tenants, projectRemovals }: Pick<StorePorts, "tenants" | "projectRemovals">,
): Promise<void> {
  await requireAdmin(caller, organizationId, tenants, "Only owners and admins delete projects.");
  if ((await projectRemovals.begin(id, now)) === null) throw problem("not_found");
}

/** Names of the IANA database in their usual case: `Asia/Kolkata`, `America/Port_of_Spain`. */
const ZONE_NAME = /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/;

/** Returns the name in its usual case; one that Node.js no longer prefers stays. Throws `invalid_input`. */
function requireTimeZone(name: string): string {
  try {
    // Node.js takes offsets such as `+01:00`, too, which the query engine does not know.
    if (/^[A-Za-z]/.test(name)) {
      const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
      return ZONE_NAME.test(name) && timeZone.toLowerCase() !== name.toLowerCase() ? name : timeZone;
    }
  } catch {
    // Node.js does not know the zone either.
  }
  throw invalidInput("timezone", "There is no such time zone: use one like Europe/Oslo.");
}

interface NewProject {
  readonly name: string;
  readonly timeZone: string | undefined;
  readonly now: number;
}

const MAX_PROJECTS = 100;

/**
 * Throws `permission_denied`, `max_length` and, for an unknown zone, `invalid_input`. Concurrent requests
 * may exceed the limit by a few.
 */
export async function createProject(
  caller: Caller,
  { id }: Organization,
  { name, timeZone, now }: NewProject,
  { keys, tenants, records }: Pick<StorePorts, "keys" | "tenants" | "records">,
): Promise<Project> {
  await requireAdmin(caller, id, tenants, "Only owners and admins create projects.");
  if ((await tenants.projectsOf(id)).length >= MAX_PROJECTS) {
    const detail = `An organization has at most ${MAX_PROJECTS} projects: remove one first.`;
    throw problem("max_length", { detail });
  }
  const zone = timeZone && requireTimeZone(timeZone);
  const project = await tenants.addProject({ organizationId: id, name, createdAt: now });
  await keys.insert(newProjectKey(project.id, { label: "first", now }).key);
  if (zone) await changeSettings(project.id, { timeZone: zone }, records);
  const context = { projectId: project.id, by: authorOf(caller), now };
  const item = { scope: "Project", id: project.id, name, content: {} } as const;
  await logged(activityOf(context, null, item), records, async () => project);
  return project;
}
