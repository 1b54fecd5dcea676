import type { components } from "../../../generated/openapi.ts";
import type { Caller } from "../../access/keyring.ts";
import { createInvites, type NewInvite } from "../../invites/create-invites.ts";
import { deleteInvite, type InvitePorts, type InviteView, listInvites } from "../../invites/invites.ts";
import { UninvitableAddress } from "../../invites/uninvitable-address.ts";
import { problem } from "../../problem.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { isoTime } from "./iso-time.ts";
import { paginate } from "./pagination.ts";
import { userToWire } from "./user-wire.ts";

type Schemas = components["schemas"];

/** The invites of an organization that the caller belongs to. */
export function inviteOperations({
  invites,
}: ServicePorts): OperationHandlers<"invites_list" | "invites_create" | "invites_bulk_create" | "invites_destroy"> {
  return {
    invites_list: async ({ caller, params, query, url }) => {
      const listed = await listInvites(caller, params.parent_lookup_organization_id, query, invites);
      return { status: 200, body: paginate(listed, query, url, inviteToWire) };
    },
    invites_create: async ({ caller, params, body }) => {
      const organizationId = params.parent_lookup_organization_id;
      return { status: 201, body: await createOne(body, caller, organizationId, invites) };
    },
    invites_bulk_create: async ({ caller, params, body }) => {
      const organizationId = params.parent_lookup_organization_id;
      return {
        status: 201,
        body: Array.isArray(body)
          ? await createList(body, caller, organizationId, invites)
          : await createOne(body, caller, organizationId, invites),
      };
    },
    invites_destroy: async ({ caller, params }) => {
      await deleteInvite(caller, params.parent_lookup_organization_id, params.id, invites);
      return { status: 204 };
    },
  };
}

async function createOne(
  request: Schemas["InviteRequest"],
  caller: Caller,
  organizationId: string,
  ports: InvitePorts,
): Promise<Schemas["Invite"]> {
  const create = createInvites(caller, organizationId, [newInviteFromWire(request)], ports);
  const [invite] = await create.catch((error) => rethrowWithAttr(error, () => "target_email"));
  if (!invite) throw new Error("createInvites returned no invite for one address");
  return inviteToWire(invite);
}

async function createList(
  requests: readonly Schemas["InviteRequest"][],
  caller: Caller,
  organizationId: string,
  ports: InvitePorts,
): Promise<Schemas["Invite"][]> {
  const create = createInvites(caller, organizationId, requests.map(newInviteFromWire), ports);
  const invites = await create.catch((error) => rethrowWithAttr(error, (index) => `${index}__target_email`));
  return invites.map(inviteToWire);
}

function rethrowWithAttr(error: unknown, attrOf: (index: number) => string): never {
  if (!(error instanceof UninvitableAddress)) throw error;
  const { index, message: detail, retryAfter } = error;
  throw problem(retryAfter === undefined ? "invalid_input" : "throttled", { attr: attrOf(index), detail, retryAfter });
}

function newInviteFromWire({ target_email, first_name, message }: Schemas["InviteRequest"]): NewInvite {
  return { targetEmail: target_email, firstName: first_name, message };
}

function inviteToWire(invite: InviteView): Schemas["Invite"] {
  return {
    id: invite.id,
    target_email: invite.targetEmail,
    first_name: invite.firstName,
    emailing_attempt_made: invite.emailingAttemptMade,
    is_expired: invite.isExpired,
    created_by: userToWire(invite.createdBy),
    created_at: isoTime(invite.createdAt),
    updated_at: isoTime(invite.updatedAt),
    message: invite.message,
  };
}
