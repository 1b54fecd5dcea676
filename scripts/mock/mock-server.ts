import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import Koa, { type Context } from "koa";
import { findRoute } from "../../src/http/contract/routes.ts";
import { corsHeaders, isOpenToBrowsers, preflightHeaders } from "../../src/http/cors.ts";
import { renderError } from "../../src/http/render-error.ts";
import { problem } from "../../src/problem.ts";
import { readPreferences } from "./prefer-header.ts";
import { createPrismResponder, type MockResponse, type PrismResponder } from "./prism-responder.ts";
import { readJsonBody } from "./read-json-body.ts";
import { chooseResponse, type MockRequest } from "./response-choice.ts";

export interface Mock {
  /** For example `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The version of the contract. */
  readonly version: string;
  /** Closes all connections. Resolves when the port is free. */
  stop(): Promise<void>;
}

/**
 * Starts a mock of the service that answers with the document's examples. Port 0 selects a free port. Throws if the
 * port is in use.
 */
export async function startMock(documentFile: string, { host, port }: { host: string; port: number }): Promise<Mock> {
  const document: { info: { version: string } } = JSON.parse(await readFile(documentFile, "utf8"));
  const prism = await createPrismResponder(documentFile);
  const app = new Koa();
  app.use(handleErrors);
  app.use(handleCors);
  app.use(async (ctx) => writeResponse(ctx, await respond(ctx, prism)));

  const server = createServer(app.callback());
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, host, listening);
  });
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${isIPv6(bound.address) ? `[${bound.address}]` : bound.address}:${bound.port}`,
    version: document.info.version,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers browsers of other origins as the service does. */
async function handleCors(ctx: Context, next: () => Promise<void>): Promise<void> {
  if (!isOpenToBrowsers(findRoute(ctx.method, ctx.path), ctx.path)) return next();
  ctx.vary("Origin");
  if (ctx.headers.origin) ctx.set(corsHeaders(ctx.headers.origin));
  const preflight = ctx.method === "OPTIONS" ? preflightHeaders(ctx.headers) : null;
  if (preflight === null) return next();
  ctx.set(preflight);
  ctx.status = 204;
}

async function handleErrors(ctx: Context, next: () => Promise<void>): Promise<void> {
  ctx.set("X-Request-Id", randomUUID());
  try {
    await next();
  } catch (error) {
    const { status, body, headers, cause } = renderError(error);
    if (cause !== undefined) console.error(cause);
    ctx.set(headers);
    ctx.status = status;
    ctx.body = body;
  }
}

async function respond(ctx: Context, prism: PrismResponder): Promise<MockResponse> {
  const route = findRoute(ctx.method === "HEAD" ? "GET" : ctx.method, ctx.path);
  if (route === null) throw problem("not_found");
  if ("allowed" in route) {
    ctx.set("Allow", route.allowed.join(", "));
    throw problem("method_not_allowed");
  }
  const preferences = readPreferences(ctx.get("Prefer"));
  const body = await readJsonBody(ctx.req);
  const request: MockRequest = {
    operation: route.operation,
    path: ctx.path,
    query: new URLSearchParams(ctx.querystring),
    headers: flattenHeaders(ctx.headers),
    body,
  };
  return prism(request, chooseResponse(request, preferences));
}

function flattenHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const single = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return { ...Object.fromEntries(single), "content-type": "application/json" };
}

function writeResponse(ctx: Context, { status, headers, body }: MockResponse): void {
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, String(value));
  if (body === undefined) ctx.body = null;
  else ctx.body = ctx.response.is("json") ? JSON.stringify(body) : String(body);
}
