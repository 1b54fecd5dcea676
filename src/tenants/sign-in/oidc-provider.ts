import type { Configuration, IDToken, UserInfoResponse } from "openid-client";
import type { OidcProviderSettings } from "../../settings/oidc-settings.ts";
import type { Millis } from "../../store/ports/common.ts";
import { isEmailAddress } from "../email.ts";
import type { BegunSignIn } from "./begun-sign-ins.ts";
import { SignInRefused } from "./refused.ts";
import type { Account } from "./user-of-account.ts";

const SCOPE = "openid email profile";
const TIMEOUT_SECONDS = 10;
const DISCOVERY_MS = 3_600_000;
const MAX_SUBJECT_CHARACTERS = 255;
const MAX_FIRST_NAME_CHARACTERS = 30;

type Library = typeof import("openid-client");
type Claims = IDToken | UserInfoResponse;

export interface Callback {
  readonly code?: string;
  readonly state?: string;
  readonly iss?: string;
  readonly error?: string;
}

/** An OpenID Connect provider. The library and the provider's metadata are loaded when someone signs in. */
export class OidcProvider {
  readonly settings: OidcProviderSettings;
  readonly #now: () => Millis;
  #discovered: { readonly until: Millis; readonly configuration: Promise<Configuration> } | undefined;

  constructor(settings: OidcProviderSettings, now: () => Millis) {
    this.settings = settings;
    this.#now = now;
  }

  /** Returns the provider's page for the browser, which then goes to `redirectUri`. Throws `SignInRefused`. */
  async pageUrl({ state, nonce, verifier }: BegunSignIn, redirectUri: string): Promise<string> {
    return this.#attempt(async (library, configuration) => {
      const parameters = {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      };
      return library.buildAuthorizationUrl(configuration, parameters).href;
    });
  }

  /** Exchanges the code for the account of the person who signed in. Throws `SignInRefused`. */
  async accountOf(callback: Callback, { state, nonce, verifier }: BegunSignIn, redirectUri: string): Promise<Account> {
    return this.#attempt(async (library, configuration) => {
      const url = new URL(redirectUri);
      for (const [name, value] of Object.entries(callback)) url.searchParams.set(name, value);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await library.authorizationCodeGrant(configuration, url, checks).catch((error: unknown) => {
        if (error instanceof library.AuthorizationResponseError) throw new SignInRefused("denied", { cause: error });
        throw error;
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("There is no ID token.");
      const hasEmail = claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined;
      return this.#toAccount(
        claims,
        hasEmail ? claims : await library.fetchUserInfo(configuration, tokens.access_token, claims.sub),
      );
    });
  }

  #toAccount({ iss, sub }: IDToken, { email, email_verified: verified, given_name: name }: Claims): Account {
    if (sub.length > MAX_SUBJECT_CHARACTERS) throw new Error("The subject is too long.");
    const isTrusted = verified === undefined && this.settings.trustsEmail;
    const isAddress = typeof email === "string" && isEmailAddress(email);
    const firstName = typeof name === "string" ? name.replaceAll(/\p{Cc}/gu, "") : "";
    return {
      issuer: iss,
      subject: sub,
      email: isAddress ? email : "",
      isVerified: isAddress && (verified === true || isTrusted),
      firstName: [...firstName].slice(0, MAX_FIRST_NAME_CHARACTERS).join(""),
    };
  }

  /** Turns whatever the provider does wrong into a refusal. */
  async #attempt<T>(work: (library: Library, configuration: Configuration) => Promise<T>): Promise<T> {
    try {
      const library = await import("openid-client");
      return await work(library, await this.#configuration(library));
    } catch (error) {
      throw error instanceof SignInRefused ? error : new SignInRefused("unavailable", { cause: error });
    }
  }

  /** Returns the provider's metadata of the last hour. Concurrent calls ask once. */
  #configuration(library: Library): Promise<Configuration> {
    if (this.#discovered !== undefined && this.#discovered.until > this.#now()) return this.#discovered.configuration;
    const configuration = this.#discover(library);
    const discovered = { until: this.#now() + DISCOVERY_MS, configuration };
    this.#discovered = discovered;
    configuration.catch(() => {
      if (this.#discovered === discovered) this.#discovered = undefined;
    });
    return configuration;
  }

  async #discover(library: Library): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    const execute = [library.enableNonRepudiationChecks];
    if (url.protocol === "http:") execute.push(library.allowInsecureRequests);
    const authenticate: typeof library.None extends () => infer Auth ? Auth : never = (server, ...rest) => {
      const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = server;
      const isBasic = methods.includes("client_secret_basic");
      return (isBasic ? library.ClientSecretBasic : library.ClientSecretPost)(clientSecret)(server, ...rest);
    };
    const options = { execute, timeout: TIMEOUT_SECONDS, [library.customFetch]: boundedFetch };
    const configuration = await library.discovery(url, clientId, undefined, authenticate, options);
    // One document for many issuers would let each of them decide about addresses.
    if (new URL(configuration.serverMetadata().issuer).href !== url.href) throw new Error("It is another issuer.");
    return configuration;
  }
}

const MAX_RESPONSE_BYTES = 1_000_000;

interface FetchOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: RequestInit["body"];
  readonly signal?: AbortSignal;
}

/** Fetches without following redirects. Throws if the body is above 1 MB. */
async function boundedFetch(url: string, options: FetchOptions): Promise<Response> {
  const { status, headers, body } = await fetch(url, { ...options, redirect: "manual" });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > MAX_RESPONSE_BYTES) throw new Error(`The response has more than ${MAX_RESPONSE_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return new Response(length === 0 ? null : Buffer.concat(chunks), { status, headers });
}
