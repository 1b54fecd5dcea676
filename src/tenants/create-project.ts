import { problem } from "../lib/problem.ts";
import type { Records } from "../store/ports/records.ts";
import type { Keys } from "../store/records/keys.ts";
import { changeSettings } from "../store/records/project-settings.ts";
import type { Organization, Project } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { activityOf, logged } from "./activity-log.ts";
import { newProjectKey } from "./api-keys.ts";
import { requireAdmin } from "./authorize.ts";
import type { Caller } from "./keyring.ts";
import { authorOf } from "./operator.ts";
import { requireTimeZone } from "./project-settings.ts";

interface ProjectPorts {
  readonly keys: Pick<Keys, "insert">;
  readonly tenants: Pick<Tenants, "listMembers" | "projectsOf" | "addProject">;
  readonly records: Records;
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
  { keys, tenants, records }: ProjectPorts,
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
