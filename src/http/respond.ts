import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { stringifyExactly } from "../lib/json/json.ts";
import { problem } from "../lib/problem.ts";
import type { Config } from "../settings/config.ts";
import { StoreUnavailable } from "../store/ports/common.ts";
import type { AnswerPorts } from "./answer.ts";
import type { AnyReply, JsonReply } from "./contract/operation-types.ts";
import type { MethodMismatch, Route } from "./contract/routes.ts";
import { corsHeaders, isOpenToBrowsers, preflightHeaders } from "./cors.ts";
import type { HttpReply, HttpRequest } from "./http-message.ts";
import type { Metrics } from "./metrics.ts";
import { JsonText } from "./raw-json.ts";
import { renderError } from "./render-error.ts";
import type { ReplySample } from "./reply-sample.ts";

/** Paths that client libraries may request and Sightline does not serve, with names for the log. */
const UNSUPPORTED_FEATURES: readonly (readonly [path: RegExp, name: string])[] = [
  [/^\/api\/web_experiments\b/, "web experiments"],
  [/^\/api\/product_tours\b/, "product tours"],
  [/^\/api\/conversations\//, "conversations"],
  [/^\/i\/v1\/logs\b/, "logs"],
  [/^\/i\/v0\/ai\/otel\b/, "traces of language models"],
  [/^\/i\/v1\/metrics\b/, "metrics of applications"],
  [/^\/report\b/, "reports of browsers"],
  [/^\/static\/(?:[^/]+\/)?toolbar\b/, "the toolbar"],
];
const SCRIPT_PATH = /^\/(?:static|array)\//;

function unsupportedFeature(path: string, status: number): string | undefined {
  const feature = UNSUPPORTED_FEATURES.find(([pattern]) => pattern.test(path))?.[1];
  return feature ?? (status === 404 && SCRIPT_PATH.test(path) ? "a script of the browser library" : undefined);
}

export interface RespondPorts extends AnswerPorts {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly responseValidation: Config["RESPONSE_VALIDATION"];
  readonly replySample: ReplySample;
  /** Returns which origins may embed the page of a link: none if it is not valid. */
  readonly embedders: (token: string) => Promise<readonly string[]>;
}

const USABLE_ID = /^[\w.:-]{1,64}$/;

/** Responds to any request, and never throws. Logs no body, key, query or client address. */
export async function respond<Body>(
  route: Route | MethodMismatch | null,
  request: Pick<HttpRequest, "method" | "path" | "queryString" | "headers" | "clientAddress">,
  answerRoute: () => Promise<HttpReply<Body>>,
  ports: RespondPorts,
): Promise<HttpReply<Body | string | null>> {
  const started = performance.now();
  const { method, path, headers, clientAddress } = request;
  const sentId = headers["x-request-id"];
  const requestId = typeof sentId === "string" && USABLE_ID.test(sentId) ? sentId : randomUUID();
  const common: Record<string, string> = { "X-Request-Id": requestId };
  const allowsAnyOrigin = isOpenToBrowsers(route, path);
  if (allowsAnyOrigin) common.Vary = "Origin";
  if (allowsAnyOrigin && headers.origin) Object.assign(common, corsHeaders(headers.origin));

  let reply: HttpReply<Body | string | null>;
  let cause: unknown;
  let code: string | undefined;
  try {
    const preflight = allowsAnyOrigin && method === "OPTIONS" ? preflightHeaders(headers) : null;
    if (preflight) reply = { status: 204, headers: preflight, body: null };
    else if (route && "allowed" in route) {
      common.Allow = route.allowed.join(", ");
      throw problem("method_not_allowed");
    } else {
      if (route?.operation.limited) ports.rateLimits.address_requests?.consume(clientAddress());
      reply = await answerRoute();
    }
  } catch (error) {
    const { status, body, headers: errorHeaders, cause: internalCause } = renderError(error, route);
    cause = internalCause;
    code = body.code;
    reply = { status, headers: { ...errorHeaders, "Content-Type": JSON_TYPE }, body: JSON.stringify(body) };
  }

  if (route && "operation" in route && route.operation.deprecations) {
    Object.assign(common, ports.deprecatedUse.announce(route, request, reply.status));
    if (allowsAnyOrigin && headers.origin) common["Access-Control-Expose-Headers"] += ", Deprecation, Sunset";
  }
  if (route && "operation" in route) ports.replySample.note(route.operation, reply);
  const operation = route && "operation" in route ? route.operation.id : "none";
  const seconds = (performance.now() - started) / 1000;
  ports.metrics.requests.observe(operation, reply.status, seconds);
  if (cause instanceof StoreUnavailable) ports.metrics.count("store_errors_total", { source: "request" });
  if (reply.status >= 400 || ports.log.isLevelEnabled("debug")) {
    const fields = { requestId, operation, status: reply.status, code, ms: Math.round(seconds * 1000), method };
    record(ports.log, fields, path, cause);
  }
  return { status: reply.status, headers: mergeHeaders(common, reply.headers), body: reply.body };
}

/** Adds headers to the common ones; both may have `Vary`. */
function mergeHeaders(common: Record<string, string>, headers: HttpReply["headers"]): HttpReply["headers"] {
  const vary = common.Vary;
  Object.assign(common, headers);
  if (vary !== undefined && headers.Vary !== undefined) common.Vary = `${vary}, ${headers.Vary}`;
  return common;
}

const JSON_TYPE = "application/json; charset=utf-8";
const JSON_HEADERS = { "Content-Type": JSON_TYPE };
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  "text/plain": "text/plain; version=0.0.4; charset=utf-8",
  "text/javascript": "text/javascript; charset=utf-8",
};

/** Throws if the reply breaks the contract and `RESPONSE_VALIDATION` is `throw`. */
export function toHttpReply(reply: JsonReply, route: Route, ports: RespondPorts): HttpReply<string | null>;
export function toHttpReply(reply: AnyReply, route: Route, ports: RespondPorts): HttpReply;
export function toHttpReply(reply: AnyReply, route: Route, ports: RespondPorts): HttpReply {
  if (ports.responseValidation === "throw") requireAllowed(route, reply, ports);
  const { status, headers } = reply;
  if (reply.stream !== undefined) {
    return {
      status,
      headers: { ...headers, "Content-Type": CONTENT_TYPES[reply.type] ?? reply.type },
      body: reply.stream,
    };
  }
  if (reply.body === undefined) return { status, headers: headers ?? {}, body: null };
  return { status, headers: headers ? { ...headers, ...JSON_HEADERS } : JSON_HEADERS, body: toJson(reply.body) };
}

export function toJson(body: unknown): string | Uint8Array {
  return body instanceof JsonText ? (body.bytes ?? body.text) : stringifyExactly(body);
}

function requireAllowed({ operation }: Route, reply: AnyReply, { contract }: RespondPorts): void {
  const type = reply.stream !== undefined ? reply.type : reply.body !== undefined ? "application/json" : null;
  const body = reply.body instanceof JsonText ? JSON.parse(reply.body.text) : reply.body;
  const faults = contract.validateReply(operation.id, reply.status, type, body);
  if (faults.length > 0) throw new Error(`a reply breaks the contract: ${operation.id}: ${faults.join("; ")}`);
}

function record(log: Logger, fields: { status: number }, path: string, cause: unknown): void {
  if (fields.status === 500) log.error({ ...fields, err: cause }, "request failed");
  else if (cause !== undefined) log.warn({ ...fields, err: cause }, "request refused");
  else {
    const feature = unsupportedFeature(path, fields.status);
    if (feature !== undefined) log.debug({ ...fields, feature }, "a client library asked for an unsupported feature");
    else if (log.isLevelEnabled("debug")) log.debug(fields, "request");
    else log.info(fields, "request refused");
  }
}
