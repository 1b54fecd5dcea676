import { Problem } from "../../lib/problem.ts";
import type { UserId } from "../../store/ports/common.ts";
import type { Invite } from "../../store/ports/invites.ts";
import type { User } from "../../store/ports/tenants.ts";
import { type AcceptPorts, acceptInviteWithHash } from "../accept-invite.ts";
import { bindAccount, userBoundTo } from "./bound-accounts.ts";
import { isClaimed } from "./claimed-addresses.ts";
import { SignInRefused } from "./refused.ts";

/** Who signed in with a provider, as the provider says. */
export interface Account {
  readonly issuer: string;
  /** Identifies the account at the issuer for ever; addresses do not. */
  readonly subject: string;
  readonly email: string;
  /** Whether the address can be trusted to be the person's. */
  readonly isVerified: boolean;
  readonly firstName: string;
}

/**
 * Returns the member who signs in with this account. The first time it is the one with the verified address; from then
 * on the account decides, and no other account of the issuer with this address gets in. Who is no member accepts the
 * invites to the address; for members that takes the link of the invite. Throws `SignInRefused`.
 */
export async function userOfAccount(account: Account, ports: AcceptPorts): Promise<UserId> {
  const { email, isVerified } = account;
  const { records, tenants, invites, now } = ports;
  const isMember = async (userId: UserId) => (await tenants.organizationsOf(userId)).length > 0;

  if (!isVerified) throw new SignInRefused("unverified");
  const bound = await userBoundTo(account, records);
  if (bound !== null && (await isMember(bound))) return bound;

  const user = await tenants.findUserByEmail(email);
  // In a service of several organizations, who took the address without proof may be anybody.
  const isProven = async (one: User) =>
    !(await isClaimed(one, records)) || (await tenants.listOrganizations()).length === 1;
  const userId =
    user !== null && (await isMember(user.id)) && (await isProven(user))
      ? user.id
      : await accept(await invites.findByAddress(email, now()), account, ports);
  if (userId === null) throw new SignInRefused("stranger");
  if (!(await bindAccount(account, userId, now(), records))) throw new SignInRefused("other_account");
  return userId;
}

/** Accepts each of the invites that can be accepted. Returns whom they made a member; null if nobody. */
async function accept(invites: readonly Invite[], { firstName }: Account, ports: AcceptPorts) {
  let userId: UserId | null = null;
  for (const { secretHash, firstName: invitedName } of invites) {
    if (secretHash === null) continue;
    try {
      const acceptance = { firstName: invitedName || firstName, wantsKey: false };
      userId = (await acceptInviteWithHash(secretHash, acceptance, ports)).user.id;
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // someone else accepts it, or deleted it
    }
  }
  return userId;
}
