import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import type { Organization } from "../../store/ports/tenants.ts";
import { type CliContext, withStore } from "../cli-context.ts";
import { formatTable } from "../output.ts";
import { describeAbsentNodes, NO_WAIT, type RemoveOptions, removeDataOf, requireYes, YES } from "./remove-projects.ts";
import { requireName } from "./setup-command.ts";
import { command, findOrganization, NAME, newGroup, print, type TenantOptions } from "./tenant-command.ts";

export function addOrganizationsCommands(program: Command, context: CliContext): void {
  const group = newGroup(program, "organizations", "list, add, change and remove organizations");
  command(group, "list", "list all organizations").action(async ({ json }: TenantOptions) => {
    const listed = await withStore(context, ({ tenants }) => tenants.listOrganizations());
    const rows = listed.map(({ id, name }) => [id, name]);
    print(context, json, listed.map(organizationToJson), formatTable(["ID", "NAME"], rows));
  });
  command(group, "add", "add an organization without projects and members")
    .requiredOption(...NAME)
    .action(async ({ name, json }: TenantOptions) => {
      requireName("name", name);
      const organization = { id: randomUUID(), name, createdAt: context.now() };
      await withStore(context, ({ tenants }) => tenants.addOrganization(organization), { creates: true });
      print(context, json, organizationToJson(organization), `${organization.id}\n`);
    });
  command(group, "remove", "remove an organization, its members, invites, and projects with all of their data")
    .argument("<id>", "id of the organization, from `organizations list`")
    .option(...YES)
    .option(...NO_WAIT)
    .action(async (id: string, { yes, wait, json }: TenantOptions & RemoveOptions) => {
      const { organization, removed, absent } = await withStore(context, async (store) => {
        const { tenants, projectRemovals } = store;
        const organization = await findOrganization(id, store);
        const projects = await tenants.projectsOf(organization.id);
        requireYes(yes, `the organization ${organization.name} and its ${projects.length} projects`);
        const begun = projects.map((project) => projectRemovals.begin(project.id, context.now()));
        const removed = (await Promise.all(begun)).filter((project) => project !== null);
        await tenants.removeOrganization(organization.id);
        return { organization, removed, absent: await describeAbsentNodes(store, context.now()) };
      });
      if (wait) await removeDataOf(removed, context);
      const text = wait
        ? "The organization and its data are removed.\n"
        : "The organization is removed, its data soon.\n";
      print(context, json, { ...organizationToJson(organization), ...absent.json }, text + absent.text);
    });
}

function organizationToJson({ id, name }: Organization): object {
  return { id, name };
}
