import { randomUUID } from "node:crypto";
import { type Command, Option } from "commander";
import { newPersonalKey, newProjectKey } from "../access/api-keys.ts";
import { isEmailAddress, isSameEmailAddress } from "../access/email.ts";
import { parseProjectId, parseUuid } from "../access/parse-ids.ts";
import { PROGRAM } from "../program-name.ts";
import type { Store } from "../storage/ports/stores.ts";
import type { Member, MemberLevel, Organization, Project } from "../storage/ports/tenants.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "./cli-context.ts";
import { formatTable, printJson } from "./output.ts";
import { formatRetention, parseRetention } from "./retention-option.ts";
import { requireName } from "./setup-command.ts";

interface TenantOptions {
  readonly organization: string;
  readonly name: string;
  readonly email: string;
  readonly level: MemberLevel;
  readonly json?: true;
}

interface ProjectOptions {
  readonly project: string;
  readonly eventRetention: string;
}

const ORGANIZATION = ["--organization <id>", "id of the organization, from `organizations list`"] as const;
const PROJECT = ["--project <id>", "id of the project, from `projects list`"] as const;
const NAME = ["--name <name>", "name of up to 200 characters"] as const;
const EMAIL = ["--email <address>", "e-mail address of the user"] as const;
const JSON_OPTION = ["--json", "print only JSON"] as const;

/** Adds `organizations`, `projects` and `members` to the program. */
export function addTenantsCommands(program: Command, context: CliContext): void {
  addOrganizations(program, context);
  addProjects(program, context);
  addMembers(program, context);
}

function addOrganizations(program: Command, context: CliContext): void {
  const group = newGroup(program, "organizations", "list, add and rename organizations");
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
  command(group, "rename", "rename an organization")
    .requiredOption(...ORGANIZATION)
    .requiredOption(...NAME)
    .action(async ({ organization: id, name, json }: TenantOptions) => {
      requireName("name", name);
      const renamed = await withStore(context, async (store) => {
        const organization = await findOrganization(id, store);
        await store.tenants.renameOrganization(organization.id, name);
        return { ...organization, name };
      });
      print(context, json, organizationToJson(renamed), `The organization is now called ${name}.\n`);
    });
}

function addProjects(program: Command, context: CliContext): void {
  const group = newGroup(program, "projects", "list, add, rename and set up projects");
  command(group, "list", "list all projects").action(async ({ json }: TenantOptions) => {
    const listed = await withStore(context, ({ tenants }) => tenants.listProjects());
    const rows = listed.map(({ id, organizationId, eventRetentionSeconds, name }) => {
      return [id, organizationId, formatRetention(eventRetentionSeconds), name];
    });
    const table = formatTable(["ID", "ORGANIZATION", "EVENT RETENTION", "NAME"], rows);
    print(context, json, listed.map(projectToJson), table);
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

function addMembers(program: Command, context: CliContext): void {
  const group = newGroup(program, "members", "list, add and remove members of an organization");
  command(group, "list", "list the members of an organization")
    .requiredOption(...ORGANIZATION)
    .action(async ({ organization, json }: TenantOptions) => {
      const members = await withStore(context, async (store) => {
        return store.tenants.listMembers((await findOrganization(organization, store)).id);
      });
      const rows = members.map(({ user, level }) => [String(user.id), user.email, user.firstName, level]);
      print(context, json, members.map(memberToJson), formatTable(["USER", "EMAIL", "NAME", "LEVEL"], rows));
    });
  command(group, "add", "add a member; one without a personal API key gets one")
    .requiredOption(...ORGANIZATION)
    .requiredOption(...EMAIL)
    .option("--name <name>", "first name of a new user", "")
    .addOption(new Option("--level <level>", "what it may do").choices(["member", "admin", "owner"]).default("member"))
    .action(async (options: TenantOptions) => {
      if (!isEmailAddress(options.email)) throw new UsageError("--email must be an e-mail address.");
      if (options.name !== "") requireName("name", options.name);
      const { member, key } = await withStore(context, (store) => addMember(options, store, context.now()));
      const text = key === null ? "The user has keys already.\n" : `Personal API key:  ${key}  (shown only once)\n`;
      print(context, options.json, { ...memberToJson(member), personal_api_key: key }, text);
    });
  command(group, "remove", "remove a member, except the last owner")
    .requiredOption(...ORGANIZATION)
    .requiredOption(...EMAIL)
    .action(async ({ organization, email, json }: TenantOptions) => {
      const member = await withStore(context, async (store) => {
        const { id } = await findOrganization(organization, store);
        const members = await store.tenants.listMembers(id);
        const member = members.find(({ user }) => isSameEmailAddress(user.email, email));
        if (member === undefined) throw new CommandFailure(`No member has the address ${email}.`);
        const outcome = await store.tenants.removeMember(id, member.user.id);
        if (outcome === "last owner") throw new CommandFailure("The last owner cannot be removed: add another first.");
        return member;
      });
      print(context, json, memberToJson(member), `${member.user.email} is no longer a member.\n`);
    });
}

async function addMember(options: TenantOptions, store: Store, now: number) {
  const { tenants, keys } = store;
  const { email, name: firstName, level } = options;
  const { id } = await findOrganization(options.organization, store);
  if (await tenants.hasMemberWithEmail(id, email)) throw new CommandFailure(`${email} is a member already.`);
  const ids = { uuid: randomUUID(), distinctId: randomUUID() };
  const user = await tenants.addUser({ ...ids, email, firstName, isEmailVerified: false, createdAt: now });
  await tenants.addMember(id, user.id, level);
  const member: Member = { user, level };
  if ((await keys.listOfUser(user.id)).length > 0) return { member, key: null };
  const { key, secret } = newPersonalKey(user.id, { label: "first", readOnly: false, now });
  await keys.insert(key);
  return { member, key: secret };
}

async function findProject(option: string, { tenants }: Store): Promise<Project> {
  const id = parseProjectId(option);
  const project = id === null ? null : await tenants.findProject(id);
  if (project !== null) return project;
  throw new CommandFailure(`There is no project ${option}: see \`${PROGRAM} projects list\`.`);
}

async function findOrganization(option: string, { tenants }: Store): Promise<Organization> {
  const id = parseUuid(option);
  const organization = id === null ? null : await tenants.findOrganization(id);
  if (organization !== null) return organization;
  throw new CommandFailure(`There is no organization ${option}: see \`${PROGRAM} organizations list\`.`);
}

function newGroup(program: Command, name: string, summary: string): Command {
  const description = `${summary.replace(/^l/, "L")}. The service may be running.`;
  return program
    .command(name)
    .summary(summary)
    .description(description)
    .addHelpText("after", example(`${name} list`));
}

function command(group: Command, name: string, summary: string): Command {
  const description = `${summary.replace(/^\w/, (letter) => letter.toUpperCase())}.`;
  return group
    .command(name)
    .summary(summary)
    .description(description)
    .option(...JSON_OPTION)
    .addHelpText("after", example(`${group.name()} ${name} --help`));
}

function example(line: string): string {
  return `\nExample:\n  ${PROGRAM} ${line}`;
}

function print(context: CliContext, json: true | undefined, value: unknown, text: string): void {
  if (json) printJson(context, value);
  else context.out(text);
}

function organizationToJson({ id, name }: Organization): object {
  return { id, name };
}

function projectToJson({ id, organizationId, name, eventRetentionSeconds }: Project): object {
  return { id, organization_id: organizationId, name, event_retention_seconds: eventRetentionSeconds };
}

function memberToJson({ user, level }: Member): object {
  return { user_id: user.id, email: user.email, first_name: user.firstName, level };
}
