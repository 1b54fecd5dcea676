import { ApiError } from "./client.ts";
import { call, type Schemas } from "./operations.ts";

/** Algorithms by their numbers at IANA: ECDSA with P-256, Ed25519, and RSA. The service knows no others. */
const CREDENTIAL_ALGORITHMS = [-7, -8, -257];
const TIMEOUT_MS = 5 * 60_000;
const encoder = new TextEncoder();

/** Returns why there can be no passkeys at the present address; null if there can. */
export function whyNoPasskeys(): string | null {
  const { hostname, protocol } = location;
  if (!isSecureContext) return `Passkeys need https: this page came over ${protocol.slice(0, -1)}.`;
  if (/^[\d.]+$|:/.test(hostname)) return "Passkeys need a name of the service, such as sightline.example.com.";
  return typeof PublicKeyCredential === "undefined" ? "This browser has no passkeys." : null;
}

export async function registerPasskey(name: string, user: Schemas["User"], present: readonly Schemas["Passkey"][]) {
  const credential = await ask(async () =>
    navigator.credentials.create({
      publicKey: {
        challenge: await fetchChallenge(),
        rp: { id: location.hostname, name: "Sightline" },
        user: { id: encoder.encode(user.uuid), name: user.email, displayName: user.first_name || user.email },
        pubKeyCredParams: CREDENTIAL_ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: present.map(({ credential_id }) => ({ type: "public-key", id: decode(credential_id) })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  const body = {
    name,
    client_data: encode(response.clientDataJSON),
    authenticator_data: encode(response.getAuthenticatorData()),
    public_key: encode(response.getPublicKey() ?? new ArrayBuffer(0)),
  };
  return call("passkeys_create", { body });
}

export async function signInWithPasskey() {
  const credential = await ask(async () =>
    navigator.credentials.get({
      publicKey: {
        challenge: await fetchChallenge(),
        rpId: location.hostname,
        userVerification: "required",
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  const body = {
    credential_id: credential.id,
    client_data: encode(response.clientDataJSON),
    authenticator_data: encode(response.authenticatorData),
    signature: encode(response.signature),
  };
  return call("sessions_passkey_create", { body });
}

async function fetchChallenge() {
  return encoder.encode((await call("sign_in_challenge_create", {})).challenge);
}

async function ask(call: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await call();
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "InvalidStateError") throw new ApiError(0, "This device has a passkey of yours already.");
  }
  throw new ApiError(0, "Nothing was chosen, or your device refused. Try again, or sign in another way.");
}

/** Returns bytes in Base64url. */
function encode(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
