import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

export interface AuthenticatorOptions {
  /** The address of the page that asks it. */
  readonly baseUrl: string;
  readonly kind?: "ec" | "ed25519" | "rsa";
}

/** What a test does wrong. */
export interface Deviation {
  readonly type?: string;
  readonly origin?: string;
  readonly hostname?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly crossOrigin?: boolean;
}

const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** A credential as a browser and an authenticator make it and use it, with faults on request. */
export class Authenticator {
  readonly credentialId = randomBytes(16).toString("base64url");
  readonly #baseUrl: string;
  readonly #key: KeyObject;
  readonly #publicKey: string;
  readonly #isEdwards: boolean;

  constructor({ baseUrl, kind = "ec" }: AuthenticatorOptions) {
    this.#baseUrl = baseUrl;
    this.#isEdwards = kind === "ed25519";
    const made =
      kind === "ec"
        ? generateKeyPairSync("ec", { namedCurve: "P-256" })
        : kind === "rsa"
          ? generateKeyPairSync("rsa", { modulusLength: 2048 })
          : generateKeyPairSync("ed25519");
    this.#key = made.privateKey;
    this.#publicKey = made.publicKey.export({ format: "der", type: "spki" }).toString("base64url");
  }

  register(challenge: string, deviation: Deviation = {}) {
    const flags = deviation.flags ?? PRESENT_AND_VERIFIED | HAS_CREDENTIAL;
    const id = Buffer.from(this.credentialId, "base64url");
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id]);
    const data = Buffer.concat([this.#head({ ...deviation, flags }), credential]);
    return {
      name: "Laptop",
      client_data: this.#clientData(challenge, { type: "webauthn.create", ...deviation }).toString("base64url"),
      authenticator_data: data.toString("base64url"),
      public_key: this.#publicKey,
    };
  }

  signIn(challenge: string, deviation: Deviation = {}) {
    const clientData = this.#clientData(challenge, { type: "webauthn.get", ...deviation });
    const data = this.#head({ flags: PRESENT_AND_VERIFIED, ...deviation });
    const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
    return {
      credential_id: this.credentialId,
      client_data: clientData.toString("base64url"),
      authenticator_data: data.toString("base64url"),
      signature: sign(this.#isEdwards ? null : "sha256", signed, this.#key).toString("base64url"),
    };
  }

  #clientData(challenge: string, { type, origin, crossOrigin = false }: Deviation): Buffer {
    const text = Buffer.from(challenge).toString("base64url");
    const from = origin ?? new URL(this.#baseUrl).origin;
    return Buffer.from(JSON.stringify({ type, challenge: text, origin: from, crossOrigin }));
  }

  #head({ hostname = new URL(this.#baseUrl).hostname, flags = 0, counter = 0 }: Deviation): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags, 0);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash("sha256").update(hostname).digest(), rest]);
  }
}
