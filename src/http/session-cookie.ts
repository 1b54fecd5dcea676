import type { IncomingHttpHeaders } from "node:http";
import type { NegotiableRequest } from "./http-message.ts";

const COOKIE_NAME = "sightline_session";
/** The longest that browsers allow. The service ends sessions long before. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;

type FromBrowser = Pick<NegotiableRequest, "method" | "headers" | "baseUrl">;

/** Returns the value of the session's cookie; undefined if absent. */
export function readSessionCookie({ cookie = "" }: IncomingHttpHeaders): string | undefined {
  return /(?:^|;) *sightline_session=([^; ]+)/.exec(cookie)?.[1];
}

/** Returns whether a page of another origin, or a form or link of any page, made the request in a browser. */
export function isForeign({ headers, baseUrl }: FromBrowser): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  return headers.origin !== undefined && headers.origin !== new URL(baseUrl).origin;
}

/**
 * Returns whether the console made the request: it has the header that only scripts of our origin can send, because
 * preflight requests for private operations are refused, and nothing says that it is from elsewhere. A browser that
 * reaches us without https sends no `Sec-Fetch-Site`, and with a GET no `Origin` either; every change has one of them.
 */
export function isFromConsole(request: FromBrowser): boolean {
  const { method, headers } = request;
  if (headers["x-sightline-console"] !== "1" || isForeign(request)) return false;
  return method === "GET" || headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;
}

/** Returns the header that sets the session's cookie, or removes it if the secret is empty. */
export function sessionCookie(secret: string, baseUrl: string): { readonly "Set-Cookie": string } {
  const { protocol, pathname } = new URL(baseUrl);
  const secure = protocol === "https:" ? "; Secure" : "";
  const age = secret === "" ? 0 : MAX_AGE_SECONDS;
  return {
    "Set-Cookie": `${COOKIE_NAME}=${secret}; Path=${pathname}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  };
}
