import type { Millis } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { OIDC_SIGN_INS, type OidcSignIn } from "../../store/records/sign-in-kinds.ts";
import { newSecret } from "../api-keys.ts";
import { hashSecret } from "../keyring.ts";
import { removeExpired, SignInRefused } from "./refused.ts";

export const SIGN_IN_SECONDS = 600;
const MAX_OF_ADDRESS = 100;
const MAX_OF_ALL = 10_000;
/** More than a step adds, to make up for concurrent steps that exceeded a limit. */
const MAX_REMOVED = 10;

/** Beginner of a sign-in: `browser` is what the browser will show again. */
interface Beginner {
  readonly browser: string;
  readonly address: string;
  readonly provider: string;
}

/** Secrets of a sign-in. Only a hash of the state is stored. */
export interface BegunSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Keeps a sign-in for ten minutes. Limited per address and in all: the oldest give way, so nobody is locked out. */
export async function beginSignIn(
  { browser, address, provider }: Beginner,
  now: Millis,
  records: Records,
): Promise<BegunSignIn> {
  await removeExpired(records, now);
  const addressHash = hashSecret(address);
  await makeRoom({ where: { addressHash } }, MAX_OF_ADDRESS, records);
  await makeRoom({}, MAX_OF_ALL, records);
  const secrets = { state: newSecret(""), nonce: newSecret(""), verifier: newSecret("") };
  await records.insert(OIDC_SIGN_INS, {
    stateHash: hashSecret(secrets.state),
    browserHash: hashSecret(browser),
    addressHash,
    provider,
    nonce: secrets.nonce,
    verifier: secrets.verifier,
    expiresAt: now + SIGN_IN_SECONDS * 1000,
  });
  return secrets;
}

/** Takes a sign-in once, for the browser that began it. Throws `SignInRefused`. */
export async function takeSignIn(
  state: string,
  { browser, provider }: Pick<Beginner, "provider"> & { readonly browser: string | undefined },
  now: Millis,
  records: Records,
): Promise<OidcSignIn> {
  const begun = await records.find(OIDC_SIGN_INS, { stateHash: hashSecret(state) });
  const isOfBrowser = begun !== null && browser !== undefined && begun.browserHash === hashSecret(browser);
  if (!isOfBrowser || begun.provider !== provider || begun.expiresAt <= now) throw new SignInRefused("expired");
  if (!(await records.delete(OIDC_SIGN_INS, begun))) throw new SignInRefused("expired");
  return begun;
}

async function makeRoom(query: { readonly where?: { readonly addressHash: string } }, max: number, records: Records) {
  const oldest = { ...query, orderBy: "expiresAt" } as const;
  const { count, items } = await records.list(OIDC_SIGN_INS, oldest, { limit: MAX_REMOVED, offset: 0 });
  for (const begun of items.slice(0, Math.max(0, count - max + 1))) await records.delete(OIDC_SIGN_INS, begun);
}
