import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import type { Key, PersonalKey, ProjectKey } from "../../store/ports/keys.ts";
import type { Store } from "../../store/ports/stores.ts";
import { newPersonalKey, newProjectKey } from "../../tenants/api-keys.ts";
import { chooseProject } from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "../cli-context.ts";
import { formatTable, printJson } from "../output.ts";

interface CreateOptions {
  readonly projectKey?: true;
  readonly personal?: true;
  readonly project?: string;
  readonly email?: string;
  readonly readOnly?: true;
  readonly label?: string;
  readonly json?: true;
}

const MAX_LABEL_CHARACTERS = 200;

export function addKeysCommands(program: Command, context: CliContext): void {
  const keys = program
    .command("keys")
    .summary("create, list and revoke API keys")
    .description("Create, list and revoke API keys. Changes take effect in a running service within 5 seconds.")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} keys list`);
  addCreate(keys, context);
  addList(keys, context);
  addRevoke(keys, context);
}

function addCreate(keys: Command, context: CliContext): void {
  keys
    .command("create")
    .summary("create a key")
    .description(
      "Create a key and print it. A project key sends events to a project and reads its flags; it may be public. " +
        "A personal key acts for a user. It is shown only once, because only its hash is stored.",
    )
    .option("--project-key", "create a project key")
    .option("--project <id>", "project of the project key; required if there are several projects")
    .option("--personal", "create a personal key")
    .option("--email <address>", "e-mail address of the personal key's user")
    .option("--read-only", "create a personal key that cannot change anything")
    .option("--label <text>", "name of the key in lists")
    .option("--json", "print only a JSON object")
    .addHelpText(
      "after",
      `\nExamples:\n  ${PROGRAM} keys create --project-key --label website` +
        `\n  ${PROGRAM} keys create --personal --email ada@example.com --read-only --label dashboard`,
    )
    .action(async (options: CreateOptions) => {
      checkCreateOptions(options);
      const { key, secret } = await withStore(context, async (store) => {
        const created = options.personal
          ? await createPersonalKey(options, store, context)
          : await createProjectKey(options, store, context);
        await store.keys.insert(created.key);
        return created;
      });
      if (options.json) printJson(context, { ...keyToJson(key), key: secret });
      else context.out(`${secret}\nTo revoke it, use its id ${key.id}.\n`);
    });
}

function addList(keys: Command, context: CliContext): void {
  keys
    .command("list")
    .summary("list all valid keys")
    .description(
      "List all valid keys, oldest first, with the hour of their last use. Personal keys are abbreviated. " +
        "The running service stores uses within a minute.",
    )
    .option("--json", "print only a JSON array")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} keys list --json`)
    .action(async ({ json }: { json?: true }) => {
      const { listed, emails } = await withStore(context, async ({ keys: store, tenants }) => {
        const found = await store.list();
        const userIds = [...new Set(found.filter((key) => key.kind === "personal").map((key) => key.userId))];
        const users = userIds.length === 0 ? [] : await tenants.findUsers(userIds);
        return { listed: found, emails: new Map(users.map((user) => [user.id, user.email])) };
      });
      if (json) printJson(context, listed.map(keyToJson));
      else context.out(keysToText(listed, emails));
    });
}

function addRevoke(keys: Command, context: CliContext): void {
  keys
    .command("revoke")
    .summary("revoke a key")
    .description("Revoke a key permanently.")
    .argument("<id>", "id of the key, from `keys list`")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} keys revoke k7mw-3xq9`)
    .action(async (id: string) => {
      const revoked = await withStore(context, ({ keys: store }) => store.revoke(id));
      if (!revoked) throw new CommandFailure(`No valid key has the id ${id}: see \`${PROGRAM} keys list\`.`);
      context.out(`The key ${id} is revoked.\n`);
    });
}

function checkCreateOptions({ projectKey, personal, project, email, readOnly, label = "" }: CreateOptions): void {
  if ((projectKey === undefined) === (personal === undefined)) {
    throw new UsageError("Choose the kind of key: --project-key or --personal.");
  }
  if (personal && email === undefined) throw new UsageError("A personal key needs a user: add --email ADDRESS.");
  if (personal && project !== undefined) throw new UsageError("--project is only for --project-key.");
  if (projectKey && email !== undefined) throw new UsageError("--email is only for --personal.");
  if (projectKey && readOnly) throw new UsageError("--read-only is only for --personal.");
  if (label.length > MAX_LABEL_CHARACTERS || /\p{Cc}/u.test(label)) {
    throw new UsageError(`--label must be at most ${MAX_LABEL_CHARACTERS} characters on one line.`);
  }
}

async function createProjectKey({ project, label = "" }: CreateOptions, { tenants }: Store, { now }: CliContext) {
  const { id } = await chooseProject(project, tenants);
  return newProjectKey(id, { label, now: now() });
}

async function createPersonalKey(options: CreateOptions, { tenants }: Store, { now }: CliContext) {
  const { email = "", readOnly = false, label = "" } = options;
  const user = await tenants.findUserByEmail(email);
  if (user === null) throw new CommandFailure(`No user has the address ${email}.`);
  return newPersonalKey(user.id, { label, readOnly, now: now() });
}

function keyToJson(key: Key): object {
  const { id, kind, label, hint } = key;
  const created_at = new Date(key.createdAt).toISOString();
  const last_used_at = key.lastUsedAt === null ? null : new Date(key.lastUsedAt).toISOString();
  const common = { id, kind, label, hint, created_at, last_used_at };
  return key.kind === "project"
    ? { ...common, key: key.lookup, project_id: key.projectId }
    : { ...common, user_id: key.userId, read_only: key.readOnly };
}

function keysToText(keys: readonly Key[], emails: ReadonlyMap<number, string>): string {
  const ownerOf = (key: ProjectKey | PersonalKey) =>
    key.kind === "project" ? `project ${key.projectId}` : (emails.get(key.userId) ?? `user ${key.userId}`);
  const rows = keys.map((key) => [
    key.id,
    key.kind === "personal" && key.readOnly ? "personal, read-only" : key.kind,
    ownerOf(key),
    key.kind === "project" ? key.lookup : key.hint,
    key.label,
    new Date(key.createdAt).toISOString().slice(0, 16),
    key.lastUsedAt === null ? "never" : new Date(key.lastUsedAt).toISOString().slice(0, 16),
  ]);
  return formatTable(["ID", "KIND", "FOR", "KEY", "LABEL", "CREATED (UTC)", "LAST USED (UTC)"], rows);
}
