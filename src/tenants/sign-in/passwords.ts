import { problem } from "../../lib/problem.ts";
import type { Millis, UserId } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import type { Tenants } from "../../store/ports/tenants.ts";
import { PASSWORDS } from "../../store/records/sign-in-kinds.ts";
import { isSameEmailAddress } from "../email.ts";
import { hashPassword, isPasswordOf } from "./password-hash.ts";

const MIN_CHARACTERS = 12;
const MIN_DIFFERENT = 5;
const NOBODY = 0;

/** Returns the user with this password; null after as much work. `client` tries. Throws `throttled` if too many do. */
export async function userWithPassword(
  { email, password }: { readonly email: string; readonly password: string },
  client: string,
  { records, tenants }: { readonly records: Pick<Records, "find">; readonly tenants: Pick<Tenants, "findUserByEmail"> },
): Promise<UserId | null> {
  const user = await tenants.findUserByEmail(email);
  const isRight = await isPassword(user?.id ?? NOBODY, password, client, records);
  return isRight && user !== null ? user.id : null;
}

/** Throws `throttled` if too many try at once. */
export async function isPassword(userId: UserId, password: string, client: string, records: Pick<Records, "find">) {
  return isPasswordOf((await records.find(PASSWORDS, { userId }))?.hash, password, client);
}

export async function hasPassword(userId: UserId, records: Pick<Records, "find">): Promise<boolean> {
  return (await records.find(PASSWORDS, { userId })) !== null;
}

/** Throws `invalid_input` for a password that is too easy to guess. */
export function checkPassword(password: string, email: string): void {
  const reject = (detail: string) => problem("invalid_input", { attr: "password", detail });
  const characters = [...password];
  if (characters.length < MIN_CHARACTERS) {
    throw reject(`Use at least ${MIN_CHARACTERS} characters: a few words are easy to remember.`);
  }
  if (new Set(characters).size < MIN_DIFFERENT) throw reject(`Use at least ${MIN_DIFFERENT} different characters.`);
  if (isSameEmailAddress(password, email)) throw reject("Use something else than your address.");
}

/** Stores a password, or removes it for null. Throws `throttled` if too many try at once. */
export async function storePassword(userId: UserId, password: string | null, now: Millis, records: Records) {
  if (password === null) await records.delete(PASSWORDS, { userId });
  else await records.put(PASSWORDS, { userId, hash: await hashPassword(password, `user ${userId}`), changedAt: now });
}
