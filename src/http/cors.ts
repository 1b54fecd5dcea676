import type { IncomingHttpHeaders } from "node:http";
import type { MethodMismatch, Route } from "./contract/routes.ts";

const ONE_DAY_SECONDS = "86400";

/** Paths of browser libraries that the contract lacks: they need CORS headers to see the 404. */
const BROWSER_LIBRARY_PATHS =
  /^\/(?:(?:i|array|static)\/|api\/(?:surveys|early_access_features|web_experiments|product_tours|conversations)\b)/;

/** Returns true also for unknown paths that browser libraries request. */
export function isOpenToBrowsers(route: Route | MethodMismatch | null, path: string): boolean {
  if (route === null) return BROWSER_LIBRARY_PATHS.test(path);
  return "operation" in route ? route.operation.cors : route.cors;
}

/** Mirrors the origin, so that its pages can read the reply. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": "X-Request-Id, Retry-After, ETag",
  };
}

/** Returns null for an OPTIONS request that is no preflight. */
export function preflightHeaders(headers: IncomingHttpHeaders): Record<string, string> | null {
  if (!headers["access-control-request-method"]) return null;
  return {
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": headers["access-control-request-headers"] || "Content-Type, Authorization",
    "Access-Control-Max-Age": ONE_DAY_SECONDS,
  };
}
