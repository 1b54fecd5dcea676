import type { Command } from "commander";
import { newPersonalKey, newProjectKey } from "../access/api-keys.ts";
import type { Key, PersonalKey, ProjectKey } from "../storage/ports/keys.ts";
import type { Store } from "../storage/ports/stores.ts";
import { chooseProject } from "./choose-project.ts";
import { type CliContext, CommandFailure, printJson, UsageError, withStore } from "./cli-context.ts";
import { formatTable } from "./table.ts";

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

/** Adds `keys create`, `keys list` and `keys revoke` to the program. */
export function addKeysCommands(program: Command, context: CliContext): void {
  const keys = program
    .command("keys")
    .summary("make, list and revoke API keys")
    .description("Make, list and revoke API keys. A running service knows of it within 5 seconds.")
    .addHelpText("after", "\nExample:\n  sightline keys list");
  addCreate(keys, context);
  addList(keys, context);
  addRevoke(keys, context);
}

function addCreate(keys: Command, context: CliContext): void {
  keys
    .command("create")
    .summary("make a key")
    .description(
      "Make a key and print it. A project key sends events to a project and reads its flags; it may stand in a web page. " +
        "A personal key acts for a user; it is shown this once, and only its hash is kept.",
    )
    .option("--project-key", "make a project key")
    .option("--project <id>", "the project of the project key; needed where there are several")
    .option("--personal", "make a personal key")
    .option("--email <address>", "whom the personal key acts for")
    .option("--read-only", "the personal key may read, and change nothing")
    .option("--label <text>", "what to call the key in lists")
    .option("--json", "print one JSON object and nothing else")
    .addHelpText(
      "after",
      "\nExamples:\n  sightline keys create --project-key --label website" +
        "\n  sightline keys create --personal --email ada@example.com --read-only --label dashboard",
    )
    .action(async (options: CreateOptions) => {
      checkCreateOptions(options);
      const { key, secret } = await withStore(context, async (documents) => {
        const made = options.personal
          ? await makePersonalKey(options, documents, context)
          : await makeProjectKey(options, documents, context);
        await documents.keys.insert(made.key);
        return made;
      });
      if (options.json) printJson(context, { ...keyToJson(key), key: secret });
      else context.out(`${secret}\nIts id, to revoke it by, is ${key.id}.\n`);
    });
}

function addList(keys: Command, context: CliContext): void {
  keys
    .command("list")
    .summary("list the keys in force")
    .description("List the keys in force, oldest first. Project keys are shown whole, of personal keys only both ends.")
    .option("--json", "print a JSON array and nothing else")
    .addHelpText("after", "\nExample:\n  sightline keys list --json")
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
    .summary("end a key")
    .description("End a key for good.")
    .argument("<id>", "the key's id, as `keys list` shows it")
    .addHelpText("after", "\nExample:\n  sightline keys revoke k7mw-3xq9")
    .action(async (id: string) => {
      const revoked = await withStore(context, ({ keys: store }) => store.revoke(id));
      if (!revoked) throw new CommandFailure(`No key in force has the id ${id}: see \`sightline keys list\`.`);
      context.out(`The key ${id} is revoked.\n`);
    });
}

function checkCreateOptions({ projectKey, personal, project, email, readOnly, label = "" }: CreateOptions): void {
  if ((projectKey === undefined) === (personal === undefined)) {
    throw new UsageError("Say which kind of key to make: --project-key or --personal.");
  }
  if (personal && email === undefined) throw new UsageError("Say whom the personal key acts for: --email ADDRESS.");
  if (personal && project !== undefined) throw new UsageError("--project goes with --project-key only.");
  if (projectKey && email !== undefined) throw new UsageError("--email goes with --personal only.");
  if (projectKey && readOnly) throw new UsageError("--read-only goes with --personal only.");
  if (label.length > MAX_LABEL_CHARACTERS || /\p{Cc}/u.test(label)) {
    throw new UsageError(`--label must be at most ${MAX_LABEL_CHARACTERS} characters in one line.`);
  }
}

async function makeProjectKey({ project, label = "" }: CreateOptions, { tenants }: Store, { now }: CliContext) {
  const { id } = await chooseProject(project, tenants);
  return newProjectKey(id, { label, now: now() });
}

async function makePersonalKey(options: CreateOptions, { tenants }: Store, { now }: CliContext) {
  const { email = "", readOnly = false, label = "" } = options;
  const user = await tenants.findUserByEmail(email);
  if (user === null) throw new CommandFailure(`No user has the address ${email}.`);
  return newPersonalKey(user.id, { label, readOnly, now: now() });
}

function keyToJson(key: Key): object {
  const { id, kind, label, hint } = key;
  const created_at = new Date(key.createdAt).toISOString();
  return key.kind === "project"
    ? { id, kind, label, hint, created_at, key: key.lookup, project_id: key.projectId }
    : { id, kind, label, hint, created_at, user_id: key.userId, read_only: key.readOnly };
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
  ]);
  return formatTable(["ID", "KIND", "FOR", "KEY", "LABEL", "CREATED (UTC)"], rows);
}
