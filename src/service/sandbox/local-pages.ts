import type { IncomingMessage, ServerResponse } from "node:http";
import { findRoute } from "../../http/contract/routes.ts";
import { corsHeaders, isOpenToBrowsers, preflightHeaders } from "../../http/cors.ts";

/** An origin of this machine, with any port. */
const LOCAL_ORIGIN = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/**
 * Returns a function that lets pages of this machine, and of these origins, call operations that the service opens to
 * no page. It returns true if the request was a preflight for one, which is answered.
 */
export function localPages(origins: readonly string[]) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { headers, method = "", url = "" } = request;
    const [path = ""] = url.split("?", 1);
    if (!headers.origin || !(LOCAL_ORIGIN.test(headers.origin) || origins.includes(headers.origin))) return false;
    if (isOpenToBrowsers(findRoute(method, path), path)) return false;
    const common = { ...corsHeaders(headers.origin), Vary: "Origin" };
    for (const [name, value] of Object.entries(common)) response.setHeader(name, value);
    const preflight = method === "OPTIONS" ? preflightHeaders(headers) : null;
    if (!preflight) return false;
    response
      .writeHead(204, { ...preflight, "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS" })
      .end();
    return true;
  };
}
