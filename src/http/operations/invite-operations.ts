import type { components } from "../../../generated/openapi.ts";
import { createInvite } from "../../invites/create-invite.ts";
import { createInvites } from "../../invites/create-invites.ts";
import { deleteInvite } from "../../invites/delete-invite.ts";
import type { InviteView } from "../../invites/invite-view.ts";
import type { NewInvite } from "../../invites/issue-invites.ts";
import { listInvites } from "../../invites/list-invites.ts";
import type { OperationHandlers } from "../contract/operation.ts";
import type { ServicePorts } from "../service-ports.ts";
import { isoTime } from "./iso-time.ts";
import { paginate, readPage } from "./pagination.ts";

type Schemas = components["schemas"];

/** The invites of an organization that the caller belongs to. */
export function inviteOperations({
  invites,
}: ServicePorts): OperationHandlers<"invites_list" | "invites_create" | "invites_bulk_create" | "invites_destroy"> {
  return {
    invites_list: async ({ caller, params, query, url }) => {
      const page = readPage(query);
      const listed = await listInvites(caller, params.parent_lookup_organization_id, page, invites);
      return { status: 200, body: paginate(listed, page, url, inviteToWire) };
    },
    invites_create: async ({ caller, params, body }) => {
      const invite = await createInvite(caller, params.parent_lookup_organization_id, newInviteFromWire(body), invites);
      return { status: 201, body: inviteToWire(invite) };
    },
    invites_bulk_create: async ({ caller, params, body }) => {
      const all = Array.isArray(body) ? body.map(newInviteFromWire) : newInviteFromWire(body);
      const made = await createInvites(caller, params.parent_lookup_organization_id, all, invites);
      return { status: 201, body: Array.isArray(made) ? made.map(inviteToWire) : inviteToWire(made) };
    },
    invites_destroy: async ({ caller, params }) => {
      await deleteInvite(caller, params.parent_lookup_organization_id, params.id, invites);
      return { status: 204 };
    },
  };
}

function newInviteFromWire({ target_email, first_name, message }: Schemas["InviteRequest"]): NewInvite {
  return { targetEmail: target_email, firstName: first_name, message };
}

function inviteToWire(invite: InviteView): Schemas["Invite"] {
  const { createdBy } = invite;
  return {
    id: invite.id,
    target_email: invite.targetEmail,
    first_name: invite.firstName,
    emailing_attempt_made: invite.emailingAttemptMade,
    is_expired: invite.isExpired,
    created_by: {
      id: createdBy.id,
      uuid: createdBy.uuid,
      distinct_id: createdBy.distinctId,
      first_name: createdBy.firstName,
      email: createdBy.email,
      is_email_verified: createdBy.isEmailVerified,
    },
    created_at: isoTime(invite.createdAt),
    updated_at: isoTime(invite.updatedAt),
    message: invite.message,
  };
}
