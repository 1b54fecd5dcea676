import { problem } from "../lib/problem.ts";
import type { Keys, PersonalKey } from "../store/ports/keys.ts";
import { type NewKey, newPersonalKey } from "./api-keys.ts";
import { requireWriteAccess } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

const MAX_KEYS_OF_USER = 100;

/** Throws `permission_denied`, and `max_length` for a key too many. */
export async function createOwnKey(
  caller: Caller,
  options: { readonly label: string; readonly readOnly: boolean; readonly now: number },
  keys: Keys,
): Promise<NewKey<PersonalKey>> {
  requireWriteAccess(caller);
  if ((await keys.listOfUser(caller.userId)).length >= MAX_KEYS_OF_USER) throw tooManyKeys();
  const created = newPersonalKey(caller.userId, options);
  await keys.insert(created.key);
  // Counted again, because keys created at the same time do not see each other before.
  if ((await keys.listOfUser(caller.userId)).length <= MAX_KEYS_OF_USER) return created;
  await keys.revoke(created.key.id);
  throw tooManyKeys();
}

function tooManyKeys() {
  return problem("max_length", { detail: `A user has at most ${MAX_KEYS_OF_USER} keys: revoke one first.` });
}

/** Throws `permission_denied` and `not_found`. */
export async function revokeOwnKey(caller: Caller, keyId: string, keys: Keys): Promise<void> {
  requireWriteAccess(caller);
  const own = await keys.listOfUser(caller.userId);
  const isOwn = own.some(({ id }) => id === keyId);
  if (!isOwn || !(await keys.revoke(keyId))) throw problem("not_found");
}
