import type { Millis, UserId } from "../../store/ports/common.ts";
import { type Records, UniqueKeyTaken } from "../../store/ports/records.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import { OIDC_ACCOUNTS, type OidcAccount } from "../../store/records/sign-in-kinds.ts";

type AccountKey = Pick<OidcAccount, "issuer" | "subject">;

/** Returns the user that the account is bound to; null if it is not. */
export async function userBoundTo({ issuer, subject }: AccountKey, records: Records): Promise<UserId | null> {
  return (await records.find(OIDC_ACCOUNTS, { issuer, subject }))?.userId ?? null;
}

/** Binds the account to the user. Returns false if another account of the issuer is bound to the user. */
export async function bindAccount(
  { issuer, subject }: AccountKey,
  userId: UserId,
  now: Millis,
  records: Records,
): Promise<boolean> {
  try {
    await records.put(OIDC_ACCOUNTS, { issuer, subject, userId, createdAt: now });
    return true;
  } catch (error) {
    if (error instanceof UniqueKeyTaken) return false;
    throw error;
  }
}

/** Forgets the user's accounts: the next ones are bound instead. */
export async function forgetAccounts(userId: UserId, records: Records): Promise<void> {
  for (const account of await scanAll(records, OIDC_ACCOUNTS, { where: { userId } })) {
    await records.delete(OIDC_ACCOUNTS, account);
  }
}
