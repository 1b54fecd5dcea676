import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import { wireFields } from "../../lib/wire-fields.ts";
import type { Key } from "../../store/records/keys.ts";
import { OPERATOR } from "../../tenants/authorize.ts";
import { revokeKey } from "../../tenants/project-keys.ts";
import { type CliContext, CommandFailure, withStore } from "../cli-context.ts";
import { formatTable, print } from "../output.ts";
import { command, type JsonOption, newGroup } from "./tenant-command.ts";

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
