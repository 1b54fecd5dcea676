import type { IncomingHttpHeaders } from "node:http";
import type { NegotiableRequest } from "./http-message.ts";

const COOKIE_NAME = "sightline_session";
const SIGN_IN_COOKIE_NAME = "sightline_sign_in";
/** Path of providers, the only one that gets their cookie. */
export const SIGN_IN_PATH = "/api/sign_in/oidc";
/** Longest age that browsers allow. The service ends sessions long before. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;

type FromBrowser = Pick<NegotiableRequest, "method" | "headers" | "baseUrl">;

export function readSessionCookie({ cookie = "" }: IncomingHttpHeaders): string | undefined {
  return /(?:^|;) *sightline_session=([^; ]+)/.exec(cookie)?.[1];
}

export function readSignInCookie({ cookie = "" }: IncomingHttpHeaders): string | undefined {
  return /(?:^|;) *sightline_sign_in=(\w{43})(?:;|$)/.exec(cookie)?.[1];
}

/** Returns whether a page of another origin, or a form or link of any page, made the request in a browser. */
export function isForeign({ headers, baseUrl }: FromBrowser): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  return headers.origin !== undefined && headers.origin !== new URL(baseUrl).origin;
}

/**
 * Returns whether the console made the request: it has the header that only scripts of our origin can send, because
 * preflights of private operations are refused, and nothing says that it is from elsewhere. Without https, browsers
 * send no `Sec-Fetch-Site`, and with a GET no `Origin` either; every change has one of them.
 */
export function isFromConsole(request: FromBrowser): boolean {
  const { method, headers } = request;
  if (headers["x-sightline-console"] !== "1" || isForeign(request)) return false;
  return method === "GET" || headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;
}

/** Removes the cookie if the secret is empty. */
export function sessionCookie(secret: string, baseUrl: string): SetCookie {
  const age = secret === "" ? 0 : MAX_AGE_SECONDS;
  return setCookie(`${COOKIE_NAME}=${secret}`, new URL(baseUrl), age);
}

export function signInCookie(secret: string, baseUrl: string, seconds: number): SetCookie {
  return setCookie(`${SIGN_IN_COOKIE_NAME}=${secret}`, new URL(`${baseUrl}${SIGN_IN_PATH}`), seconds);
}

type SetCookie = { readonly "Set-Cookie": string };

function setCookie(cookie: string, { protocol, pathname }: URL, age: number): SetCookie {
  const secure = protocol === "https:" ? "; Secure" : "";
  return { "Set-Cookie": `${cookie}; Path=${pathname}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}` };
}
