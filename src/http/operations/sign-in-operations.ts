import type { Schemas } from "../../../generated/openapi.ts";
import { type Problem, problem, requireFound } from "../../lib/problem.ts";
import { wireFields } from "../../lib/wire-fields.ts";
import type { UserId } from "../../store/ports/common.ts";
import type { Passkey, Session } from "../../store/records/sign-in-kinds.ts";
import { requireNewSession } from "../../tenants/own-user.ts";
import { mailSignInLink, redeemSignInToken, showSignInToken } from "../../tenants/sign-in/links.ts";
import {
  addPasskey,
  listPasskeys,
  newChallenge,
  removePasskey,
  renamePasskey,
  userOfPasskey,
} from "../../tenants/sign-in/passkeys.ts";
import { userWithPassword } from "../../tenants/sign-in/passwords.ts";
import type { Sessions } from "../../tenants/sign-in/sessions.ts";
import type { Browser, HandlersOf, OperationRequest } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { sessionCookie } from "../session-cookie.ts";

type SignInHandlers = Omit<HandlersOf<"sign_in" | "sessions">, keyof HandlersOf<"sign_in_oidc">>;

const UNCACHED = { "Cache-Control": "no-store" };

export function signInOperations(ports: ServicePorts): SignInHandlers {
  const { store, rateLimits, metrics, now } = ports;
  const requireSessions = () => {
    if (ports.sessions === null) throw problem("not_found", { detail: "The console of this service is off." });
    return ports.sessions;
  };
  const requirePasswords = () => {
    if (!ports.hasPasswords) throw problem("not_found", { detail: "This service has no such way to sign in." });
    return requireSessions();
  };
  /** Counts the attempt of a page of the console. Throws `throttled`, and `permission_denied` for other pages. */
  const admit = (request: Pick<OperationRequest<"sessions_create">, "browser" | "clientAddress">) => {
    rateLimits.sign_in_attempts?.consume(request.clientAddress());
    const browser = request.browser();
    if (browser.isForeign) throw problem("permission_denied", { detail: "Pages of other origins cannot sign in." });
    return browser;
  };
  const { mailer } = ports.invites;
  return {
    sign_in_retrieve: async () => {
      requireSessions();
      const providers = [...ports.providers.values()].map(({ settings: { id, label } }) => ({ id, name: label }));
      return { link_by_mail: mailer !== null, password: ports.hasPasswords, providers };
    },
    sign_in_link_create: async ({ body, ...request }) => {
      requireSessions();
      if (mailer === null) throw problem("not_found", { detail: "This service sends no mail." });
      admit(request);
      await mailSignInLink(body.email, {
        ...store,
        mailer,
        now,
        logger: ports.invites.logger,
        onOutcome: (outcome) => metrics.count("sign_in_links_total", { outcome }),
      });
    },
    sign_in_token_show: async ({ body, ...request }) => {
      requireSessions();
      admit(request);
      const user = await showSignInToken(body.token, now(), store);
      if (user === null) throw unusableLink();
      return { status: 200, body: { first_name: user.firstName, email: user.email }, headers: UNCACHED };
    },
    sessions_create: async ({ body, ...request }) => {
      const sessions = requireSessions();
      const browser = admit(request);
      const userId = await redeemSignInToken(body.token, now(), store.records);
      return begin(sessions, userId, "link", browser, unusableLink());
    },
    sessions_password_create: async ({ body, ...request }) => {
      const sessions = requirePasswords();
      const browser = admit(request);
      rateLimits.password_attempts?.consume(body.email.toLowerCase()); // of whichever client, and also if unknown
      const userId = await userWithPassword(body, request.clientAddress(), store);
      const refusal = { attr: "password", detail: "The address or the password is wrong." };
      return begin(sessions, userId, "password", browser, problem("invalid_input", refusal));
    },
    sign_in_challenge_create: async (request) => {
      requirePasswords();
      admit(request);
      const challenge = await newChallenge(request.clientAddress(), { records: store.records, now });
      return { status: 201, body: { challenge }, headers: UNCACHED };
    },
    sessions_passkey_create: async ({ body, ...request }) => {
      const sessions = requirePasswords();
      const browser = admit(request);
      const { credential_id: credentialId, client_data: clientData, authenticator_data: authenticatorData } = body;
      const signed = { credentialId, clientData, authenticatorData, signature: body.signature };
      const userId = await userOfPasskey(signed, browser.baseUrl, { records: store.records, now });
      const refusal = { attr: "credential_id", detail: "This passkey is not known here, or was removed." };
      return begin(sessions, userId, "passkey", browser, problem("invalid_input", refusal));
    },
    sessions_current_destroy: async ({ caller, baseUrl }) => {
      const sessions = requireSessions();
      const { userId, sessionId } = caller;
      if (sessionId !== undefined) await sessions.end(userId, sessionId);
      return { status: 204, headers: sessionCookie("", baseUrl()) };
    },
    sessions_list: async ({ caller: { userId, sessionId } }) => {
      const sessions = await requireSessions().listOfUser(userId);
      return { status: 200, body: sessions.map((session) => sessionToWire(session, sessionId)), headers: UNCACHED };
    },
    sessions_destroy: async ({ caller, params }) => {
      const sessions = requireSessions();
      if (!(await sessions.end(caller.userId, params.id))) throw problem("not_found");
    },
  };
}

/** Throws the refusal if there is no such user, or it belongs to no organization. */
async function begin(
  sessions: Sessions,
  userId: UserId | null,
  signedInWith: string,
  { userAgent, baseUrl }: Browser,
  refusal: Problem,
) {
  const begun = userId === null ? null : await sessions.begin(userId, { userAgent, signedInWith });
  if (begun === null) throw refusal;
  const { session, secret } = begun;
  return {
    status: 201 as const,
    body: sessionToWire(session, session.id),
    headers: { ...UNCACHED, ...sessionCookie(secret, baseUrl) },
  };
}

function unusableLink() {
  const detail = "This link was used already, or has expired. Ask for a new one.";
  return problem("invalid_input", { attr: "token", detail });
}

function sessionToWire(session: Session, current: string | undefined): Schemas["Session"] {
  const fields = wireFields(session, "id", "userAgent", "signedInWith", "createdAt", "lastUsedAt", "expiresAt");
  return { ...fields, is_current: session.id === current };
}

export function passkeyOperations(ports: ServicePorts): HandlersOf<"passkeys"> {
  const { records } = ports.store;
  return {
    passkeys_list: async ({ caller }) => (await listPasskeys(caller.userId, records)).map(passkeyToWire),
    passkeys_create: async ({ caller, body, baseUrl }) => {
      const present = await listPasskeys(caller.userId, records);
      await requireNewSession(caller, ports);
      const { name, client_data: clientData, authenticator_data: authenticatorData, public_key: publicKey } = body;
      const passkey = { name, clientData, authenticatorData, publicKey };
      const added = await addPasskey(caller.userId, present, passkey, baseUrl(), { records, now: ports.now });
      return passkeyToWire(added);
    },
    passkeys_partial_update: async ({ caller, params, body: { name } }) => {
      return passkeyToWire(requireFound(await renamePasskey(caller.userId, params.id, name, records)));
    },
    passkeys_destroy: async ({ caller, params }) => {
      if (!(await removePasskey(caller.userId, params.id, records))) throw problem("not_found");
    },
  };
}

function passkeyToWire(passkey: Passkey): Schemas["Passkey"] {
  return wireFields(passkey, "id", "credentialId", "name", "createdAt", "lastUsedAt");
}
