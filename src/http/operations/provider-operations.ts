import { Problem, problem } from "../../lib/problem.ts";
import { StoreUnavailable } from "../../store/ports/common.ts";
import { newSecret } from "../../tenants/api-keys.ts";
import { beginSignIn, SIGN_IN_SECONDS, takeSignIn } from "../../tenants/sign-in/begun-sign-ins.ts";
import type { OidcProvider } from "../../tenants/sign-in/oidc-provider.ts";
import { type RefusalReason, SignInRefused } from "../../tenants/sign-in/refused.ts";
import { userOfAccount } from "../../tenants/sign-in/user-of-account.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { SIGN_IN_PATH, sessionCookie, signInCookie } from "../session-cookie.ts";

/** Leaves it to the console to say what fails, because browsers are sent here. */
export function providerOperations(ports: ServicePorts): HandlersOf<"sign_in_oidc"> {
  const { store, providers, sessions, rateLimits, now } = ports;
  const requireProvider = (id: string) => {
    const provider = providers.get(id);
    if (provider === undefined || sessions === null) {
      throw problem("not_found", { detail: "This service has no such way to sign in." });
    }
    return { provider, sessions };
  };
  return {
    sign_in_oidc_begin: async ({ params, browser, clientAddress }) => {
      const { provider } = requireProvider(params.provider);
      const { signInCookie: present, baseUrl } = browser();
      return orRefuse(provider, baseUrl, ports, async () => {
        const address = clientAddress();
        rateLimits.sign_in_attempts?.consume(address);
        const secret = present ?? newSecret(""); // several tabs may begin
        const begun = await beginSignIn({ browser: secret, address, provider: params.provider }, now(), store.records);
        const url = await provider.pageUrl(begun, redirectUri(provider, baseUrl));
        return redirect(url, signInCookie(secret, baseUrl, SIGN_IN_SECONDS));
      });
    },
    sign_in_oidc_finish: async ({ params, query, browser, clientAddress }) => {
      const { provider, sessions } = requireProvider(params.provider);
      const { signInCookie: secret, userAgent, baseUrl } = browser();
      return orRefuse(provider, baseUrl, ports, async () => {
        rateLimits.sign_in_attempts?.consume(clientAddress());
        const { state = "" } = query;
        const beginner = { browser: secret, provider: params.provider };
        const begun = await takeSignIn(state, beginner, now(), store.records);
        const account = await provider.accountOf(query, { ...begun, state }, redirectUri(provider, baseUrl));
        const userId = await userOfAccount(account, { ...store, now });
        const session = await sessions.begin(userId, { userAgent, signedInWith: params.provider });
        if (session === null) throw new SignInRefused("stranger");
        report(provider, "signed_in", ports);
        return redirect(`${baseUrl}/#/sign-in/done`, sessionCookie(session.secret, baseUrl));
      });
    },
  };
}

/** Leads to the console's sign-in page if the work is refused. */
async function orRefuse<T>(provider: OidcProvider, baseUrl: string, ports: ServicePorts, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (error instanceof StoreUnavailable) ports.metrics.count("store_errors_total", { source: "request" });
    report(provider, reason, ports, error);
    return redirect(`${baseUrl}/#/sign-in?refused=${reason}&provider=${provider.settings.id}`);
  }
}

function reasonOf(error: unknown): RefusalReason | undefined {
  if (error instanceof SignInRefused) return error.reason;
  if (error instanceof StoreUnavailable) return "failed";
  return error instanceof Problem && error.code === "throttled" ? "throttled" : undefined;
}

/** Logs only the kind of the provider's own words, which may have secrets. */
function report(
  { settings }: OidcProvider,
  outcome: "signed_in" | RefusalReason,
  ports: ServicePorts,
  error?: unknown,
) {
  ports.metrics.count("provider_sign_ins_total", { provider: settings.id, outcome });
  const { cause } = (error ?? {}) as Error;
  const { code, name, message } = (cause ?? {}) as Partial<Error> & { readonly code?: unknown };
  const fields = { provider: settings.id, code: outcome, ...(cause !== undefined && { kind: code ?? name, message }) };
  if (outcome === "unavailable" || outcome === "failed") ports.log.warn(fields, "a sign-in with a provider failed");
  else ports.log.info(fields, "a sign-in with a provider ended");
}

function redirectUri({ settings }: OidcProvider, baseUrl: string): string {
  return `${baseUrl}${SIGN_IN_PATH}/${settings.id}/callback`;
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}) {
  return { status: 302 as const, headers: { Location: location, "Cache-Control": "no-store", ...headers } };
}
