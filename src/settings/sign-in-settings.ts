import { oidcProviders } from "./oidc-settings.ts";
import { bool, integer } from "./setting-readers.ts";
import { DAY_SECONDS } from "./units.ts";

/** How users sign in to the console. */
export const SIGN_IN_SETTINGS = {
  SESSION_SECONDS: integer(
    "How long a session of the console lasts that is not used, in seconds.",
    30 * DAY_SECONDS,
    300,
    400 * DAY_SECONDS,
  ),
  SIGN_IN_ATTEMPTS_PER_MINUTE: integer(
    "Maximum requests per minute from one address to sign in; 0: no limit.",
    30,
    0,
    1_000_000,
  ),
  PASSWORDS: bool("Whether people can sign in with passwords and passkeys, besides links and providers.", true),
  OIDC_PROVIDERS: oidcProviders(
    "Names of the OpenID Connect providers that people sign in with, such as google,okta; empty: none. Each needs " +
      "OIDC_<NAME>_ISSUER, OIDC_<NAME>_CLIENT_ID and OIDC_<NAME>_CLIENT_SECRET; OIDC_<NAME>_LABEL is on its button, " +
      "and OIDC_<NAME>_TRUST_EMAIL=true is for providers that do not say whether addresses are verified.",
  ),
};
