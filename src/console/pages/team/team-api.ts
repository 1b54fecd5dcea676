import { useMemo } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useProject } from "../../api/session.ts";

export type Member = Schemas["Member"];
export type Invite = Schemas["Invite"];
export type PersonalKey = Schemas["PersonalKey"];
export type Session = Schemas["Session"];

export function useOrganization() {
  const { organization } = useProject();
  return useMemo(() => {
    const path = { parent_lookup_organization_id: organization.id };
    const members = "/api/organizations/{parent_lookup_organization_id}/members";
    const member = "/api/organizations/{parent_lookup_organization_id}/members/{id}";
    const invites = "/api/organizations/{parent_lookup_organization_id}/invites";
    const invite = "/api/organizations/{parent_lookup_organization_id}/invites/{id}";
    const ofMember = ({ user }: Member) => ({ path: { ...path, id: String(user.id) } });
    const ofInvite = ({ id }: Invite) => ({ path: { ...path, id } });
    return {
      name: organization.name,
      members: (signal: AbortSignal) => unwrap(client.GET(members, { params: { path }, signal })),
      changeLevel: (one: Member, level: Member["level"]) =>
        unwrap(client.PATCH(member, { params: ofMember(one), body: { level } })),
      removeMember: (one: Member) => unwrap(client.DELETE(member, { params: ofMember(one) })),
      makeSignInLink: (one: Member) => unwrap(client.POST(`${member}/sign_in_link`, { params: ofMember(one) })),
      invites: (offset: number, limit: number, signal: AbortSignal) =>
        unwrap(client.GET(invites, { params: { path, query: { offset, limit } }, signal })),
      invite: (body: Schemas["InviteRequest"]) => unwrap(client.POST(invites, { params: { path }, body })),
      resend: (one: Invite) => unwrap(client.POST(`${invite}/resend`, { params: ofInvite(one) })),
      makeLink: (one: Invite) => unwrap(client.POST(`${invite}/link`, { params: ofInvite(one) })),
      withdraw: (one: Invite) => unwrap(client.DELETE(invite, { params: ofInvite(one) })),
    };
  }, [organization.id, organization.name]);
}
