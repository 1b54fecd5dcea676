import type { Command } from "commander";
import { newProjectKey } from "../access/api-keys.ts";
import { parseProjectId } from "../access/parse-ids.ts";
import { PROGRAM } from "../program-name.ts";
import type { RemovedProject } from "../storage/ports/project-removals.ts";
import type { Store } from "../storage/ports/stores.ts";
import type { Project } from "../storage/ports/tenants.ts";
import { type CliContext, CommandFailure, withStore } from "./cli-context.ts";
import { formatTable } from "./output.ts";
import { describeAbsentNodes, NO_WAIT, type RemoveOptions, removeDataOf, requireYes, YES } from "./remove-projects.ts";
import { formatRetention, parseRetention } from "./retention-option.ts";
import { requireName } from "./setup-command.ts";
import {
  command,
  findOrganization,
  NAME,
  newGroup,
  ORGANIZATION,
  print,
  type TenantOptions,
} from "./tenant-command.ts";

interface ProjectOptions {
  readonly project: string;
  readonly eventRetention: string;
}

const PROJECT = ["--project <id>", "id of the project, from `projects list`"] as const;

/** Adds `projects` and its commands to the program. */
export function addProjectsCommands(program: Command, context: CliContext): void {
  const group = newGroup(program, "projects", "list, add, rename, set up and remove projects");
  command(group, "list", "list all projects").action(async ({ json }: TenantOptions) => {
    const { listed, removing } = await withStore(context, async ({ tenants, projectRemovals }) => {
      const unconfirmed = await projectRemovals.unconfirmed();
      return {
        listed: await tenants.listProjects(),
        removing: unconfirmed.filter(({ stage }) => stage === "removing"),
      };
    });
    const rows = [
      ...listed.map(({ id, organizationId, eventRetentionSeconds, name }) => {
        return [id, organizationId, formatRetention(eventRetentionSeconds), name];
      }),
      ...removing.map(({ id, organizationId, name }) => [id, organizationId, "being removed", name]),
    ];
    const table = formatTable(["ID", "ORGANIZATION", "EVENT RETENTION", "NAME"], rows);
    print(context, json, [...listed.map(projectToJson), ...removing.map(removedProjectToJson)], table);
  });
  command(group, "add", "add a project to an organization, with a project API key")
    .requiredOption(...ORGANIZATION)
    .requiredOption(...NAME)
    .action(async ({ organization, name, json }: TenantOptions) => {
      requireName("name", name);
      const { project, secret } = await withStore(context, async (store) => {
        const { id: organizationId } = await findOrganization(organization, store);
        const now = context.now();
        const project = await store.tenants.addProject({ organizationId, name, createdAt: now });
        const { key, secret } = newProjectKey(project.id, { label: "first", now });
        await store.keys.insert(key);
        return { project, secret };
      });
      const text = `Project:          ${project.id}\nProject API key:  ${secret}\n`;
      print(context, json, { ...projectToJson(project), project_api_key: secret }, text);
    });
  command(group, "rename", "rename a project")
    .requiredOption(...PROJECT)
    .requiredOption(...NAME)
    .action(async ({ project: option, name, json }: TenantOptions & ProjectOptions) => {
      requireName("name", name);
      const renamed = await withStore(context, async (store) => {
        const project = await findProject(option, store);
        await store.tenants.renameProject(project.id, name);
        return { ...project, name };
      });
      print(context, json, projectToJson(renamed), `The project is now called ${name}.\n`);
    });
  command(group, "remove", "remove a project, its keys and all of its data")
    .requiredOption(...PROJECT)
    .option(...YES)
    .option(...NO_WAIT)
    .action(async ({ project: option, yes, wait, json }: TenantOptions & ProjectOptions & RemoveOptions) => {
      const { removed, absent } = await withStore(context, async (store) => {
        const id = parseProjectId(option) ?? "";
        const absent = await describeAbsentNodes(store, context.now());
        const removal = await store.projectRemovals.find(id);
        if (removal?.stage === "removing") return { removed: removal, absent };
        const project = await findProject(option, store);
        requireYes(yes, `the project ${project.name}`);
        return { removed: await store.projectRemovals.begin(project.id, context.now()), absent };
      });
      if (removed === null) throw new CommandFailure(`There is no project ${option}.`);
      if (wait) await removeDataOf([removed], context);
      const text = wait ? "The project and its data are removed.\n" : "The project is removed, its data soon.\n";
      print(context, json, { ...removedProjectToJson(removed), removing: !wait, ...absent.json }, text + absent.text);
    });
  command(group, "set", "change settings of a project")
    .requiredOption(...PROJECT)
    .requiredOption("--event-retention <seconds>", "how long its events are kept: seconds, `forever` or `default`")
    .action(async ({ project: option, eventRetention, json }: TenantOptions & ProjectOptions) => {
      const eventRetentionSeconds = parseRetention(eventRetention);
      const changed = await withStore(context, async (store) => {
        const project = await findProject(option, store);
        await store.tenants.setEventRetention(project.id, eventRetentionSeconds);
        return { ...project, eventRetentionSeconds };
      });
      const { name } = changed;
      const text = `Retention of the events of ${name}: ${formatRetention(eventRetentionSeconds)}.\n`;
      print(context, json, projectToJson(changed), text);
    });
}

async function findProject(option: string, { tenants }: Store): Promise<Project> {
  const id = parseProjectId(option);
  const project = id === null ? null : await tenants.findProject(id);
  if (project !== null) return project;
  throw new CommandFailure(`There is no project ${option}: see \`${PROGRAM} projects list\`.`);
}

function projectToJson({ id, organizationId, name, eventRetentionSeconds }: Project): object {
  const common = { id, organization_id: organizationId, name };
  return { ...common, event_retention_seconds: eventRetentionSeconds, removing: false };
}

function removedProjectToJson({ id, organizationId, name }: RemovedProject): object {
  return { id, organization_id: organizationId, name, event_retention_seconds: null, removing: true };
}
