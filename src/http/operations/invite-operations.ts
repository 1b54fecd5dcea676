import type { Schemas } from "../../../generated/openapi.ts";
import { problem } from "../../lib/problem.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import type { Organization } from "../../store/records/tenant-kinds.ts";
import { type AcceptedInvite, acceptInvite, type OpenInvite, showInvite } from "../../tenants/accept-invite.ts";
import { createInvites, linkInvite, type NewInvite, resendInvite } from "../../tenants/create-invites.ts";
import { invitePageUrl } from "../../tenants/invite-email.ts";
import { UninvitableAddress } from "../../tenants/invite-limits.ts";
import { deleteInvite, type InvitePorts, type InviteView, listInvites } from "../../tenants/invites.ts";
import { type Caller, hashSecret } from "../../tenants/keyring.ts";
import { newSignInToken } from "../../tenants/sign-in/links.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { userToWire } from "./common-wire.ts";
import { paginate } from "./pagination.ts";
import { projectToWire } from "./user-operations.ts";

/** Secrets and keys must not stay in caches. */
const UNCACHED = { "Cache-Control": "no-store" };

export function inviteOperations(ports: ServicePorts): HandlersOf<"invites" | "invite"> {
  const { invites, store, rateLimits, sessions, now } = ports;
  const acceptPorts = { ...store, now };
  return {
    invite_retrieve: async ({ params, clientAddress }) => {
      rateLimits.invite_attempts?.consume(clientAddress());
      return { status: 200, body: openInviteToWire(await showInvite(params.secret, acceptPorts)), headers: UNCACHED };
    },
    invite_accept: async ({ params, body, clientAddress }) => {
      rateLimits.invite_attempts?.consume(clientAddress());
      const acceptance = { firstName: body.first_name, wantsKey: body.personal_api_key ?? true };
      const accepted = await acceptInvite(hashSecret(params.secret), acceptance, acceptPorts);
      const canSignIn = sessions !== null && accepted.isNew;
      // The invite is used up: whatever fails now must not hide the key.
      const token = canSignIn ? await newSignInToken(accepted.user.id, now(), store.records).catch(() => null) : null;
      return { status: 201, body: { ...acceptedInviteToWire(accepted), sign_in_token: token }, headers: UNCACHED };
    },
    invites_list: async ({ organization, ...request }) =>
      paginate(await listInvites(organization.id, request.query, invites), request, inviteToWire),
    invites_create: ({ caller, organization, body }) => createOne(body, caller, organization, invites),
    invites_bulk_create: async ({ caller, organization, body }) => {
      if (!Array.isArray(body)) return createOne(body, caller, organization, invites);
      const create = createInvites(caller, organization, body.map(newInviteFromWire), invites);
      const created = await create.catch((error) => rethrowWithAttr(error, (index) => `${index}__target_email`));
      return created.map(inviteToWire);
    },
    invites_resend: async ({ caller, organization, params }) => {
      const resend = resendInvite(caller, organization, params.id, invites);
      const resent = await resend.catch((error) => rethrowWithAttr(error, () => "target_email"));
      return inviteToWire(resent);
    },
    invites_link_create: async ({ caller, organization, params }) => {
      const { invite, secret } = await linkInvite(caller, organization, params.id, invites);
      const body = { path: invitePageUrl({ serviceUrl: "", secret }), expires_at: isoTime(invite.expiresAt) };
      return { status: 200, body, headers: UNCACHED };
    },
    invites_destroy: ({ caller, organization, params }) => deleteInvite(caller, organization.id, params.id, invites),
  };
}

async function createOne(
  request: Schemas["InviteRequest"],
  caller: Caller,
  organization: Organization,
  ports: InvitePorts,
): Promise<Schemas["Invite"]> {
  const create = createInvites(caller, organization, [newInviteFromWire(request)], ports);
  const [invite] = await create.catch((error) => rethrowWithAttr(error, () => "target_email"));
  if (!invite) throw new Error("createInvites returned no invite for one address");
  return inviteToWire(invite);
}

function rethrowWithAttr(error: unknown, attrOf: (index: number) => string): never {
  if (!(error instanceof UninvitableAddress)) throw error;
  const { index, message: detail, retryAfter } = error;
  throw problem(retryAfter === undefined ? "invalid_input" : "throttled", { attr: attrOf(index), detail, retryAfter });
}

function newInviteFromWire({ target_email, first_name, ...rest }: Schemas["InviteRequest"]): NewInvite {
  return { targetEmail: target_email, firstName: first_name, message: rest.message, level: rest.level };
}

function openInviteToWire({ organization, inviter, ...invite }: OpenInvite): Schemas["OpenInvite"] {
  return {
    ...wireFields(invite, "targetEmail", "firstName", "message", "expiresAt", "level"),
    organization: wireFields(organization, "id", "name"),
    invited_by: wireFields(inviter, "firstName", "email"),
  };
}

function acceptedInviteToWire({ user, organization, projects, personalApiKey }: AcceptedInvite) {
  return {
    user: userToWire(user),
    organization: wireFields(organization, "id", "name"),
    projects: projects.map(projectToWire),
    personal_api_key: personalApiKey,
  };
}

function inviteToWire(invite: InviteView): Schemas["Invite"] {
  return {
    ...wireFields(invite, "id", "targetEmail", "firstName", "emailingAttemptMade", "isExpired"),
    created_by: userToWire(invite.createdBy),
    ...wireFields(invite, "createdAt", "updatedAt", "message", "level"),
  };
}
