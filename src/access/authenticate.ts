import { problem } from "../problem.ts";
import type { UserId } from "../storage/ports/common.ts";
import type { Keyring } from "./keyring.ts";

/** Who makes a private request, and with which key. */
export interface Caller {
  readonly userId: UserId;
  readonly keyId: string;
  readonly readOnly: boolean;
}

/**
 * Whose personal key this is. Throws `not_authenticated` for none, `invalid_personal_api_key` for one that is not in force, and
 * `StoreUnavailable` where nobody can tell.
 */
export async function authenticate(presented: string | undefined, keyring: Keyring): Promise<Caller> {
  if (presented === undefined || presented === "") throw problem("not_authenticated");
  const key = await keyring.findPersonalKey(presented);
  if (key === null) throw problem("invalid_personal_api_key");
  return { userId: key.userId, keyId: key.id, readOnly: key.readOnly };
}
