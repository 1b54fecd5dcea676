import { randomUUID } from "node:crypto";
import type { OrganizationId, UserId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import { deleteAll } from "../store/records/scan-all.ts";
import { OIDC_ACCOUNTS, PASSKEYS, PASSWORDS, SIGN_IN_LINKS } from "../store/records/sign-in-kinds.ts";
import type { MemberLevel, User } from "../store/records/tenant-kinds.ts";
import { giveUpClaim } from "./sign-in/claimed-addresses.ts";

type JoinPorts = Pick<StorePorts, "tenants" | "records">;

/** Returns the user with this address, or a new one. A non-member who took it without proof loses it. */
export async function findOrAddUser(
  organizationId: OrganizationId,
  { email, ...rest }: Pick<User, "email" | "firstName" | "isEmailVerified" | "createdAt">,
  { tenants, records }: JoinPorts,
): Promise<User> {
  const present = await tenants.findUserByEmail(email);
  const isMember = present !== null && (await tenants.organizationOfMember(present.id, organizationId)) !== null;
  if (present !== null && !isMember) await giveUpClaim(present, { tenants, records });
  return tenants.addUser({ uuid: randomUUID(), distinctId: randomUUID(), email, ...rest });
}

/** Adds a member. Removes former ways to sign in of a user without organizations, who may be another person by now. */
export async function joinOrganization(
  organizationId: OrganizationId,
  userId: UserId,
  level: MemberLevel,
  { tenants, records }: JoinPorts,
): Promise<void> {
  if ((await tenants.organizationsOf(userId)).length === 0) await forgetWaysToSignIn(userId, records);
  await tenants.addMember(organizationId, userId, level);
}

async function forgetWaysToSignIn(userId: UserId, records: Records): Promise<void> {
  const ofUser = { where: { userId } };
  await deleteAll(records, OIDC_ACCOUNTS, ofUser);
  await deleteAll(records, SIGN_IN_LINKS, ofUser);
  await deleteAll(records, PASSKEYS, ofUser);
  await records.delete(PASSWORDS, { userId });
}
