import { invalidInput, problem } from "../../lib/problem.ts";
import type { Millis, UserId } from "../../store/ports/common.ts";
import { type Records, UniqueKeyTaken } from "../../store/ports/records.ts";
import type { StorePorts } from "../../store/ports/stores.ts";
import {
  CLAIMED_ADDRESSES,
  type ClaimedAddress,
  OIDC_ACCOUNTS,
  type OidcAccount,
} from "../../store/records/sign-in-kinds.ts";
import type { User } from "../../store/records/tenant-kinds.ts";
import { canonicalAddress, isEmailAddress, NO_MAIL_DOMAIN } from "../email.ts";

type AddressPorts = Pick<StorePorts, "tenants" | "records">;

type AccountKey = Pick<OidcAccount, "issuer" | "subject">;

/** Sets an unproven address: it never lets the user accept invites to it. Throws `invalid_input` and `unique`. */
export async function claimAddress(user: User, email: string, { tenants, records }: AddressPorts): Promise<void> {
  const attr = "email";
  if (!isEmailAddress(email)) throw invalidInput(attr, "This is no email address.");
  const claim = claimOf(user.id, email);
  const wasClaimed = await isClaimed({ id: user.id, email }, records);
  await records.put(CLAIMED_ADDRESSES, claim); // first: an interrupted change must not look proven
  if (!(await tenants.changeUserEmail(user.id, email))) {
    if (!wasClaimed) await records.delete(CLAIMED_ADDRESSES, claim);
    throw problem("unique", { attr, detail: "Another user has this address." });
  }
  const former = claimOf(user.id, user.email);
  if (former.email !== claim.email) await records.delete(CLAIMED_ADDRESSES, former);
}

export async function isClaimed({ id, email }: Pick<User, "id" | "email">, records: Records) {
  return (await records.find(CLAIMED_ADDRESSES, claimOf(id, email))) !== null;
}

/** Makes up another address for a user who took the present one without proof. */
export async function giveUpClaim(user: User, { tenants, records }: AddressPorts): Promise<void> {
  if (!(await isClaimed(user, records))) return;
  await tenants.changeUserEmail(user.id, `user-${user.uuid.slice(0, 8)}-${user.id}${NO_MAIL_DOMAIN}`);
  await records.delete(CLAIMED_ADDRESSES, claimOf(user.id, user.email));
}

const claimOf = (userId: UserId, email: string): ClaimedAddress => ({ userId, email: canonicalAddress(email) });

export async function userBoundTo({ issuer, subject }: AccountKey, records: Records): Promise<UserId | null> {
  return (await records.find(OIDC_ACCOUNTS, { issuer, subject }))?.userId ?? null;
}

/** Binds the account to the user. Returns false if another account of the issuer is bound to the user. */
export async function bindAccount({ issuer, subject }: AccountKey, userId: UserId, now: Millis, records: Records) {
  try {
    await records.put(OIDC_ACCOUNTS, { issuer, subject, userId, createdAt: now });
    return true;
  } catch (error) {
    if (error instanceof UniqueKeyTaken) return false;
    throw error;
  }
}
