import { Problem } from "../../lib/problem.ts";
import type { UserId } from "../../store/ports/common.ts";
import type { Invite } from "../../store/records/invites.ts";
import type { User } from "../../store/records/tenant-kinds.ts";
import { type AcceptPorts, acceptInvite } from "../accept-invite.ts";
import { bindAccount, isClaimed, userBoundTo } from "./claimed-addresses.ts";
import { SignInRefused } from "./refused.ts";

export interface Account {
  readonly issuer: string;
  /** Identifies the account at the issuer forever; addresses do not. */
  readonly subject: string;
  readonly email: string;
  /** Whether the address can be trusted to be the person's. */
  readonly isVerified: boolean;
  readonly firstName: string;
}

/**
 * Returns the member with this account: first the one with the verified address, later the one bound to the account.
 * No other account of the issuer then gets in. Others accept invites to the address; members need the invite's link.
 * Throws `SignInRefused`.
 */
export async function userOfAccount(account: Account, ports: AcceptPorts): Promise<UserId> {
  const { email, isVerified } = account;
  const { records, tenants, invites, now } = ports;
  const isMember = async (userId: UserId) => (await tenants.organizationsOf(userId)).length > 0;

  if (!isVerified) throw new SignInRefused("unverified");
  const bound = await userBoundTo(account, records);
  if (bound !== null && (await isMember(bound))) return bound;

  const user = await tenants.findUserByEmail(email);
  // In a service of several organizations, a user with an unproven address may be anybody.
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

/** Accepts the invites that can be accepted. Returns the new member; null if there is none. */
async function accept(invites: readonly Invite[], { firstName }: Account, ports: AcceptPorts) {
  let userId: UserId | null = null;
  for (const { secretHash, firstName: invitedName } of invites) {
    if (secretHash === null) continue;
    try {
      const acceptance = { firstName: invitedName || firstName, wantsKey: false };
      userId = (await acceptInvite(secretHash, acceptance, ports)).user.id;
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // someone else accepts it, or deleted it
    }
  }
  return userId;
}
