import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { findRoute, type Route } from "../../src/http/contract/routes.ts";
import { corsHeaders } from "../../src/http/cors.ts";
import { renderError } from "../../src/http/render-error.ts";
import { problem } from "../../src/lib/problem.ts";
import { findProblem, type MockReply } from "./find-problem.ts";
import { readJson } from "./read-json.ts";
import { chooseResponse } from "./response-choice.ts";
import { selectPage } from "./select-page.ts";

/** Lets a request fail. Returns what Prism is to choose, and headers that replace those of its reply. */
type Fail = (route: Route) => { readonly prefer: string | undefined; readonly headers: MockReply["headers"] };

/**
 * Returns the reply to a request: Prism's, to the same request with its body as plain JSON. What Prism has no
 * documented response for is answered as the service does.
 */
export async function createReply(request: IncomingMessage, prismUrl: string, fail: Fail): Promise<MockReply> {
  try {
    // Prism answers the preflight requests of browsers.
    if (request.method === "OPTIONS") return await forward(request, prismUrl + request.url, {}, undefined);
    return await replyToOperation(request, prismUrl, fail);
  } catch (error) {
    return renderReply(error, request, {});
  }
}

async function replyToOperation(request: IncomingMessage, prismUrl: string, fail: Fail): Promise<MockReply> {
  const { method = "", url = "", headers } = request;
  const [path = "", queryString = ""] = url.split(/\?(.*)/s);
  const route = findRoute(method === "HEAD" ? "GET" : method, path);
  if (route === null) throw problem("not_found");
  if ("allowed" in route) {
    return renderReply(problem("method_not_allowed"), request, { Allow: route.allowed.join(", ") });
  }
  const { operation } = route;
  const query = new URLSearchParams(queryString);
  const body = await readJson(request, operation, queryString);
  const { prefer, headers: replaced } = fail(route);
  const choice = chooseResponse({ operation, query, headers, body, prefer });
  // Prism knows the form of the document only, with or without the trailing slash.
  const documentedPath = path.replace(/\/$/, "") + (operation.path.endsWith("/") ? "/" : "");
  const reply = await forward(request, `${prismUrl}${documentedPath}?${queryString}`, choice, body);
  const refusal = findProblem(reply, choice.prefer);
  if (refusal !== null) throw refusal;
  return {
    ...reply,
    headers: { ...reply.headers, ...replaced },
    text: selectPage(reply.text, operation, query, `http://${headers.host}${path}`),
  };
}

function renderReply(error: unknown, request: IncomingMessage, more: MockReply["headers"]): MockReply {
  const { method = "", url = "" } = request;
  const { origin } = request.headers;
  const { status, body, headers, cause } = renderError(error, findRoute(method, url.split("?", 1)[0] ?? ""));
  if (cause !== undefined) console.error(cause);
  const common = { "Content-Type": "application/json", "X-Request-Id": randomUUID() };
  return {
    status,
    headers: { ...common, ...(origin && corsHeaders(origin)), ...headers, ...more },
    text: JSON.stringify(body),
  };
}

/** Headers of one connection, and those that the changed body or `choice` replaces. */
const OWN_REQUEST_HEADERS =
  /^(host|connection|keep-alive|expect|te|upgrade|transfer-encoding|accept|prefer|content-(length|type|encoding))$/;
const OWN_RESPONSE_HEADERS = /^(connection|keep-alive|date|transfer-encoding|content-length)$/;

async function forward(
  request: IncomingMessage,
  url: string,
  choice: MockReply["headers"],
  body: unknown,
): Promise<MockReply> {
  const kept = Object.entries(request.headers).filter(([name]) => !OWN_REQUEST_HEADERS.test(name));
  const options: RequestInit = {
    method: request.method === "HEAD" ? "GET" : (request.method ?? ""),
    headers: {
      ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      ...choice,
      "content-type": "application/json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: "manual",
  };
  // Prism may close an idle connection just when it is used again. It keeps no state, so the request can be repeated.
  const response = await fetch(url, options).catch(() => fetch(url, options));
  const headers = [...response.headers].filter(([name]) => !OWN_RESPONSE_HEADERS.test(name));
  return { status: response.status, headers: Object.fromEntries(headers), text: await response.text() };
}
