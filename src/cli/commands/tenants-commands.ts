import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Command, Option } from "commander";
import { absentNodes } from "../../ingest/drain/node-presence.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import { closing } from "../../lib/threads/closers.ts";
import { wireFields } from "../../lib/wire-fields.ts";
import { type RemoveProjectPorts, removeProject } from "../../privacy/remove-project.ts";
import { readConfig } from "../../settings/config.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { Store } from "../../store/ports/stores.ts";
import type { Key } from "../../store/records/keys.ts";
import type { MemberLevel, Project, RemovedProject } from "../../store/records/tenant-kinds.ts";
import { parseProjectId } from "../../store/stored-ids.ts";
import { loggedIn, memberItem } from "../../tenants/access-changes.ts";
import { newPersonalKey } from "../../tenants/api-keys.ts";
import { OPERATOR } from "../../tenants/authorize.ts";
import { isEmailAddress } from "../../tenants/email.ts";
import { findOrAddUser, joinOrganization } from "../../tenants/join-organization.ts";
import { revokeKey } from "../../tenants/project-keys.ts";
import { choose, chooseProject, ORGANIZATION_OPTION } from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "../cli-context.ts";
import { formatTable, print } from "../output.ts";
import { nodeToJson } from "./nodes-commands.ts";
import { requireName } from "./setup-command.ts";
import { command, type JsonOption, newGroup } from "./tenant-command.ts";

interface RemoveOptions extends JsonOption {
  readonly yes?: true;
  readonly wait: boolean;
}

interface MemberOptions extends JsonOption {
  readonly organization?: string;
  readonly name: string;
  readonly email: string;
  readonly level: MemberLevel;
}

const POLL_INTERVAL_MS = 500;

/** Adds what operations of organizations, projects and members do not do, or not on the whole store. */
export function addTenantsCommands(program: Command, context: CliContext): void {
  addOrganizations(program, context);
  addProjects(program, context);
  const members = newGroup(program, "members", "list, add, change and remove members of an organization");
  command(members, "add", "add a member; one without a personal API key gets one")
    .option(...ORGANIZATION_OPTION)
    .requiredOption("--email <address>", "e-mail address of the user")
    .option("--name <name>", "first name of a new user", "")
    .addOption(new Option("--level <level>", "what it may do").choices(["member", "admin", "owner"]).default("member"))
    .action(async (options: MemberOptions) => {
      if (!isEmailAddress(options.email)) throw new UsageError("--email must be an e-mail address.");
      if (options.name !== "") requireName("name", options.name);
      const { json, key } = await withStore(context, (store) => addMember(options, store, context.now()));
      const text = key === null ? "The user has keys already.\n" : `Personal API key:  ${key}  (shown only once)\n`;
      print(context, options.json, { ...json, personal_api_key: key }, text);
    });
}

function addOrganizations(program: Command, context: CliContext): void {
  const group = newGroup(program, "organizations", "list, add, change and remove organizations");
  command(group, "list", "list all organizations").action(async ({ json }: JsonOption) => {
    const listed = await withStore(context, ({ tenants }) => tenants.listOrganizations());
    const items = listed.map(({ id, name }) => ({ id, name }));
    print(context, json, items, formatTable(["ID", "NAME"], items.map(Object.values)));
  });
  command(group, "add", "add an organization without projects and members")
    .requiredOption("--name <name>", "name of up to 200 characters")
    .action(async ({ name, json }: JsonOption & { readonly name: string }) => {
      requireName("name", name);
      const id = randomUUID();
      const organization = { id, name, createdAt: context.now() };
      await withStore(context, ({ tenants }) => tenants.addOrganization(organization), { creates: true });
      print(context, json, { id, name }, `${id}\n`);
    });
  removal(group, "remove an organization, its members, invites, and projects with all of their data")
    .argument("<id>", "id of the organization, from `organizations list`")
    .action(async (given: string, { yes, wait, json }: RemoveOptions) => {
      const { id, name, removed, absent } = await withStore(context, async (store) => {
        const { tenants, projectRemovals } = store;
        const { id, name } = choose(given, await tenants.listOrganizations(), "organization");
        const projects = await tenants.projectsOf(id);
        requireYes(yes, `the organization ${name} and its ${projects.length} projects`);
        const begun = projects.map((project) => projectRemovals.begin(project.id, context.now()));
        const removed = (await Promise.all(begun)).filter((project) => project !== null);
        await tenants.removeOrganization(id);
        return { id, name, removed, absent: await describeAbsentNodes(store, context.now()) };
      });
      if (wait) await removeDataOf(removed, context);
      print(context, json, { id, name, ...absent.json }, removedText("organization", wait) + absent.text);
    });
}

function addProjects(program: Command, context: CliContext): void {
  const group = newGroup(program, "projects", "list, add, change and remove projects");
  command(group, "list", "list all projects").action(async ({ json }: JsonOption) => {
    const listed = await withStore(context, async ({ tenants, projectRemovals }) => {
      const unconfirmed = await projectRemovals.unconfirmed();
      const removing = unconfirmed.filter(({ stage }) => stage === "removing");
      return [
        ...(await tenants.listProjects()).map((project) => projectToJson(project, false)),
        ...removing.map((project) => projectToJson(project, true)),
      ];
    });
    const rows = listed.map((project) => [project.id, project.organization_id, retentionText(project), project.name]);
    print(context, json, listed, formatTable(["ID", "ORGANIZATION", "EVENT RETENTION", "NAME"], rows));
  });
  removal(group, "remove a project, its keys and all of its data")
    .argument("<id>", "id of the project, from `projects list`")
    .action(async (given: string, { yes, wait, json }: RemoveOptions) => {
      const { removed, absent } = await withStore(context, async (store) => {
        const absent = await describeAbsentNodes(store, context.now());
        const removal = await store.projectRemovals.find(parseProjectId(given) ?? "");
        if (removal?.stage === "removing") return { removed: removal, absent };
        const project = await chooseProject(given, store.tenants);
        requireYes(yes, `the project ${project.name}`);
        return { removed: await store.projectRemovals.begin(project.id, context.now()), absent };
      });
      if (removed === null) throw new CommandFailure(`There is no project ${given}.`);
      if (wait) await removeDataOf([removed], context);
      const item = { ...projectToJson(removed, !wait), ...absent.json };
      print(context, json, item, removedText("project", wait) + absent.text);
    });
}

function removal(group: Command, summary: string): Command {
  return command(group, "remove", summary)
    .option("--yes", "confirm that the data are to be removed for good")
    .option("--no-wait", "let the running service remove the data, and do not wait for it");
}

function requireYes(yes: true | undefined, what: string): void {
  if (!yes) throw new UsageError(`This removes ${what} with all data for good: add --yes.`);
}

function removedText(what: string, hasWaited: boolean): string {
  return hasWaited ? `The ${what} and its data are removed.\n` : `The ${what} is removed, its data soon.\n`;
}

type AnyProject = Pick<Project, "id" | "organizationId" | "name"> & Partial<Pick<Project, "eventRetentionSeconds">>;

function projectToJson({ id, organizationId, name, eventRetentionSeconds = null }: AnyProject, removing: boolean) {
  return { id, organization_id: organizationId, name, event_retention_seconds: eventRetentionSeconds, removing };
}

function retentionText({ event_retention_seconds: seconds, removing }: ReturnType<typeof projectToJson>): string {
  if (removing) return "being removed";
  return seconds === null ? "default" : seconds === 0 ? "forever" : String(seconds);
}

/** Returns the nodes that may still have removed data: as JSON, and as text if there are any. */
async function describeAbsentNodes({ erasures }: Store, now: Millis) {
  const nodes = (await absentNodes(erasures, now)).map(nodeToJson);
  const table = formatTable(["ID", "NAME", "LAST SEEN (UTC)"], nodes.map(Object.values));
  const text = `These nodes do not run. What they have of it is removed when they run again:\n${table}`;
  return { json: { waiting_for: nodes }, text: nodes.length > 0 ? text : "" };
}

async function removeDataOf(projects: readonly RemovedProject[], context: CliContext): Promise<void> {
  if (projects.length === 0) return;
  try {
    await using opened = closing(await context.openRecordings(readConfig(context.environment)));
    const { store, fileStore, legacy } = opened;
    const ports = { projectRemovals: store.projectRemovals, files: fileStore.files, legacy, now: context.now };
    for (const { id } of projects) await removeData(id, ports);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const state = `see \`${PROGRAM} projects list\``;
    throw new CommandFailure(`${reason} The service removes the rest of the data when it can: ${state}.`);
  }
}

async function removeData(id: string, ports: RemoveProjectPorts): Promise<void> {
  for (;;) {
    const removed = await ports.projectRemovals.find(id);
    if (removed?.stage !== "removing") return;
    if ((await removeProject(removed, ports, new AbortController().signal)) !== "removing") return;
    await sleep(POLL_INTERVAL_MS);
  }
}

async function addMember({ organization, email, name: firstName, level }: MemberOptions, store: Store, now: number) {
  const { tenants, keys } = store;
  const { id } = choose(organization, await tenants.listOrganizations(), "organization");
  if (await tenants.hasMemberWithEmail(id, email)) throw new CommandFailure(`${email} is a member already.`);
  const user = await findOrAddUser(id, { email, firstName, isEmailVerified: false, createdAt: now }, store);
  const joined = [null, memberItem({ user, level })] as const;
  const ports = { ...store, now: () => now };
  const join = () => joinOrganization(id, user.id, level, store);
  await loggedIn(await tenants.projectsOf(id), { userId: OPERATOR }, [joined], ports, join);
  const json = { user_id: user.id, email: user.email, first_name: user.firstName, level };
  if ((await keys.listOfUser(user.id)).length > 0) return { json, key: null };
  const { key, secret } = newPersonalKey(user.id, { label: "first", readOnly: false, now });
  await keys.insert(key);
  return { json, key: secret };
}

export function addKeysCommands(program: Command, context: CliContext): void {
  const group = newGroup(program, "keys", "list and revoke API keys of all kinds").description(
    "List and revoke API keys; `project-keys` and `personal-keys` create them. " +
      "Changes take effect in a running service within 5 seconds.",
  );
  command(group, "list", "list all valid keys")
    .description(
      "List all valid keys, oldest first, with the hour of their last use. Personal keys are abbreviated. " +
        "The running service stores uses within a minute.",
    )
    .action(async ({ json }: JsonOption) => {
      const { listed, emails } = await withStore(context, async ({ keys, tenants }) => {
        const listed = await keys.list();
        const userIds = new Set(listed.flatMap((key) => (key.kind === "personal" ? [key.userId] : [])));
        const users = userIds.size === 0 ? [] : await tenants.findUsers([...userIds]);
        return { listed, emails: new Map(users.map((user) => [user.id, user.email])) };
      });
      print(context, json, listed.map(keyToJson), keysToText(listed, emails));
    });
  command(group, "revoke", "revoke a key permanently")
    .argument("<id>", "id of the key, from `keys list`")
    .action(async (id: string, { json }: JsonOption) => {
      await withStore(context, async (store) => {
        const all = await store.keys.list();
        const isKnown = all.some((key) => key.id === id);
        if (!isKnown) throw new CommandFailure(`No valid key has the id ${id}: see \`${PROGRAM} keys list\`.`);
        await revokeKey({ userId: OPERATOR }, id, all, { ...store, now: context.now });
      });
      print(context, json, { id }, `The key ${id} is revoked.\n`);
    });
}

function keyToJson(key: Key): object {
  const common = wireFields(key, "id", "kind", "label", "hint", "createdAt", "lastUsedAt");
  return key.kind === "project"
    ? { ...common, key: key.lookup, project_id: key.projectId }
    : { ...common, user_id: key.userId, read_only: key.readOnly };
}

function keysToText(keys: readonly Key[], emails: ReadonlyMap<number, string>): string {
  const minute = (millis: number) => new Date(millis).toISOString().slice(0, 16);
  const rows = keys.map((key) => [
    key.id,
    ...(key.kind === "project"
      ? [key.kind, `project ${key.projectId}`, key.lookup]
      : [key.readOnly ? "personal, read-only" : key.kind, emails.get(key.userId) ?? `user ${key.userId}`, key.hint]),
    key.label,
    minute(key.createdAt),
    key.lastUsedAt === null ? "never" : minute(key.lastUsedAt),
  ]);
  return formatTable(["ID", "KIND", "FOR", "KEY", "LABEL", "CREATED (UTC)", "LAST USED (UTC)"], rows);
}
