import type { Command } from "commander";
import { readConfig } from "../../settings/config.ts";
import type { Invite } from "../../store/ports/invites.ts";
import { parseUuid } from "../../store/stored-ids.ts";
import { invitePageUrl } from "../../tenants/invite-email.ts";
import { renewInvite } from "../../tenants/renew-invite.ts";
import { type CliContext, CommandFailure, withStore } from "../cli-context.ts";
import { formatTable } from "../output.ts";
import { command, findOrganization, newGroup, OPTIONAL_ORGANIZATION, print } from "./tenant-command.ts";

interface InviteOptions {
  readonly organization?: string;
  readonly invite: string;
  readonly json?: true;
}

const MAX_PAGE = 1000;

export function addInvitesCommands(program: Command, context: CliContext): void {
  const group = newGroup(program, "invites", "list pending invites and print new links");
  command(group, "list", "list the pending invites of an organization, newest first")
    .option(...OPTIONAL_ORGANIZATION)
    .action(async ({ organization, json }: InviteOptions) => {
      const invites = await withStore(context, async (store) => {
        const { id } = await findOrganization(organization, store);
        const pending: Invite[] = [];
        for (;;) {
          const { items } = await store.invites.list(id, { limit: MAX_PAGE, offset: pending.length });
          pending.push(...items);
          if (items.length < MAX_PAGE) return pending;
        }
      });
      const rows = invites.map((invite) => [
        invite.id,
        invite.targetEmail,
        invite.level,
        formatExpiry(invite, context.now()),
      ]);
      print(context, json, invites.map(inviteToJson), formatTable(["ID", "EMAIL", "LEVEL", "VALID UNTIL (UTC)"], rows));
    });
  command(group, "link", "print a new link for an invite; earlier links of it are no longer valid")
    .option(...OPTIONAL_ORGANIZATION)
    .requiredOption("--invite <id>", "id of the invite, from `invites list`")
    .action(async ({ organization, invite: option, json }: InviteOptions) => {
      const { INVITE_EXPIRY_SECONDS: expirySeconds, PUBLIC_URL: serviceUrl } = readConfig(context.environment);
      const renewed = await withStore(context, async (store) => {
        const { id } = await findOrganization(organization, store);
        const inviteId = parseUuid(option);
        const { invites } = store;
        const ports = { invites, now: context.now, expirySeconds };
        return inviteId === null ? null : renewInvite(id, inviteId, ports);
      });
      if (renewed === null) throw new CommandFailure(`The organization has no invite ${option}.`);
      const link = invitePageUrl({ serviceUrl, secret: renewed.secret });
      print(context, json, { ...inviteToJson(renewed.invite), link }, `${link}\n`);
      if (serviceUrl === "") context.err("PUBLIC_URL is empty: put the address of the service before this path.\n");
    });
}

function formatExpiry({ expiresAt }: Invite, now: number): string {
  return expiresAt <= now ? "expired" : new Date(expiresAt).toISOString().slice(0, 16);
}

function inviteToJson({ id, targetEmail, level, createdAt, expiresAt, emailingAttemptMade }: Invite): object {
  return {
    id,
    target_email: targetEmail,
    level,
    emailing_attempt_made: emailingAttemptMade,
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
  };
}
