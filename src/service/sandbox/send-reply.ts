import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { MethodMismatch, Route } from "../../http/contract/routes.ts";
import { corsHeaders, isOpenToBrowsers } from "../../http/cors.ts";
import { renderError } from "../../http/render-error.ts";
import type { DocumentedError } from "./documented-failures.ts";

export interface JsonText {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a reply of the sandbox itself. Ignores the rest of the request's body. */
export function sendReply(request: IncomingMessage, response: ServerResponse, reply: JsonText): void {
  request.resume();
  const type = reply.body === undefined ? {} : { "Content-Type": "application/json; charset=utf-8" };
  response.writeHead(reply.status, { "X-Request-Id": randomUUID(), ...type, ...reply.headers });
  response.end(reply.body);
}

export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  route: Route | MethodMismatch | null,
): void {
  const { status, body, headers } = renderError(error, route);
  const cors = openHeaders(request, route);
  sendReply(request, response, { status, headers: { ...cors, ...headers }, body: JSON.stringify(body) });
}

export function sendDocumented(
  request: IncomingMessage,
  response: ServerResponse,
  error: DocumentedError,
  route: Route,
): void {
  const headers = { ...openHeaders(request, route), ...retryHeader(error) };
  const body = error.body === null ? {} : { body: JSON.stringify(error.body) };
  sendReply(request, response, { status: error.status, headers, ...body });
}

export function retryHeader({ retryAfter }: DocumentedError): Record<string, string> {
  return retryAfter === null ? {} : { "Retry-After": String(retryAfter) };
}

/** Returns the headers that let pages of any origin read the reply, if the operation is for them. */
function openHeaders({ url = "", headers }: IncomingMessage, route: Route | MethodMismatch | null) {
  const isOpen = isOpenToBrowsers(route, url.split("?", 1)[0] ?? "");
  return isOpen && headers.origin ? { ...corsHeaders(headers.origin), Vary: "Origin" } : {};
}
