import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import type { Key, PersonalKey, ProjectKey } from "../../store/ports/keys.ts";
import { type CliContext, CommandFailure, withStore } from "../cli-context.ts";
import { formatTable, printJson } from "../output.ts";

export function addKeysCommands(program: Command, context: CliContext): void {
  const keys = program
    .command("keys")
    .summary("list and revoke API keys of all kinds")
    .description(
      "List and revoke API keys; `project-keys` and `personal-keys` create them. " +
        "Changes take effect in a running service within 5 seconds.",
    )
    .addHelpText("after", `\nExample:\n  ${PROGRAM} keys list`);
  addList(keys, context);
  addRevoke(keys, context);
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
