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

export type OidcProvider = ReturnType<typeof oidcProvider>;

/** An OpenID Connect provider. The library and the provider's metadata are loaded when someone signs in. */
export function oidcProvider(settings: OidcProviderSettings, now: () => Millis) {
  let discovered: { readonly until: Millis; readonly configuration: Promise<Configuration> } | undefined;

  /** Returns the provider's metadata of the last hour. Concurrent calls ask once. */
  const findConfiguration = (library: Library): Promise<Configuration> => {
    if (discovered !== undefined && discovered.until > now()) return discovered.configuration;
    const configuration = discover(library, settings);
    const found = { until: now() + DISCOVERY_MS, configuration };
    discovered = found;
    configuration.catch(() => {
      if (discovered === found) discovered = undefined;
    });
    return configuration;
  };
  /** Turns whatever the provider does wrong into a refusal. */
  const attempt = async <T>(work: (library: Library, configuration: Configuration) => Promise<T>): Promise<T> => {
    try {
      const library = await import("openid-client");
      return await work(library, await findConfiguration(library));
    } catch (error) {
      throw error instanceof SignInRefused ? error : new SignInRefused("unavailable", { cause: error });
    }
  };
  const toAccount = ({ iss, sub }: IDToken, { email, email_verified: verified, given_name: name }: Claims): Account => {
    if (sub.length > MAX_SUBJECT_CHARACTERS) throw new Error("The subject is too long.");
    const isTrusted = verified === undefined && settings.trustsEmail;
    const isAddress = typeof email === "string" && isEmailAddress(email);
    const firstName = typeof name === "string" ? name.replaceAll(/\p{Cc}/gu, "") : "";
    return {
      issuer: iss,
      subject: sub,
      email: isAddress ? email : "",
      isVerified: isAddress && (verified === true || isTrusted),
      firstName: [...firstName].slice(0, MAX_FIRST_NAME_CHARACTERS).join(""),
    };
  };
  return {
    settings,

    /** Returns the provider's page for the browser, which then goes to `redirectUri`. Throws `SignInRefused`. */
    pageUrl: ({ state, nonce, verifier }: BegunSignIn, redirectUri: string): Promise<string> =>
      attempt(async (library, configuration) => {
        const parameters = {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        };
        return library.buildAuthorizationUrl(configuration, parameters).href;
      }),

    /** Exchanges the code for the account of the person who signed in. Throws `SignInRefused`. */
    accountOf: (callback: Callback, { state, nonce, verifier }: BegunSignIn, redirectUri: string): Promise<Account> =>
      attempt(async (library, configuration) => {
        const url = new URL(redirectUri);
        for (const [name, value] of Object.entries(callback)) url.searchParams.set(name, value);
        const expected = { expectedState: state, expectedNonce: nonce };
        const checks = { ...expected, pkceCodeVerifier: verifier, idTokenExpected: true };
        const tokens = await library.authorizationCodeGrant(configuration, url, checks).catch((error: unknown) => {
          if (error instanceof library.AuthorizationResponseError) throw new SignInRefused("denied", { cause: error });
          throw error;
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("There is no ID token.");
        const hasEmail = claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined;
        const about = hasEmail ? claims : await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return toAccount(claims, about);
      }),
  };
}

async function discover(library: Library, { issuer, clientId, clientSecret }: OidcProviderSettings) {
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
