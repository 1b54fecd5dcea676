import type { OrganizationId, UserId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import type { MemberLevel, Tenants } from "../store/ports/tenants.ts";
import { forgetAccounts } from "./sign-in/bound-accounts.ts";

interface JoinPorts {
  readonly tenants: Pick<Tenants, "organizationsOf" | "addMember">;
  readonly records: Records;
}

/**
 * Makes the user a member. Who was in no organization may be another person with the address of one who left, whose
 * accounts at providers must not come back.
 */
export async function joinOrganization(
  organizationId: OrganizationId,
  userId: UserId,
  level: MemberLevel,
  { tenants, records }: JoinPorts,
): Promise<void> {
  if ((await tenants.organizationsOf(userId)).length === 0) await forgetAccounts(userId, records);
  await tenants.addMember(organizationId, userId, level);
}
