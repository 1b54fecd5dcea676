import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import type { RemovedProject } from "../../store/ports/project-removals.ts";
import type { Store } from "../../store/ports/stores.ts";
import type { Project } from "../../store/ports/tenants.ts";
import { parseProjectId } from "../../store/stored-ids.ts";
import { type CliContext, CommandFailure, withStore } from "../cli-context.ts";
import { formatTable } from "../output.ts";
import { describeAbsentNodes, NO_WAIT, type RemoveOptions, removeDataOf, requireYes, YES } from "./remove-projects.ts";
import { command, newGroup, print, type TenantOptions } from "./tenant-command.ts";

function formatRetention(seconds: number | null): string {
  if (seconds === null) return "default";
  return seconds === 0 ? "forever" : String(seconds);
}

export function addProjectsCommands(program: Command, context: CliContext): void {
  const group = newGroup(program, "projects", "list, add, change and remove projects");
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
  command(group, "remove", "remove a project, its keys and all of its data")
    .argument("<id>", "id of the project, from `projects list`")
    .option(...YES)
    .option(...NO_WAIT)
    .action(async (option: string, { yes, wait, json }: TenantOptions & RemoveOptions) => {
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
