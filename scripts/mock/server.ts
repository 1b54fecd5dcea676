import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import Koa, { type Context } from "koa";
import { cors } from "../../src/http/cors.ts";
import { renderError } from "../../src/http/errors.ts";
import { problem } from "../../src/problem.ts";
import { readBody } from "./body.ts";
import { type Asked, choose } from "./choice.ts";
import { readPreferences } from "./preferences.ts";
import { type Answer, type Prism, startPrism } from "./prism.ts";
import { type Document, type Find, operationsOf } from "./routes.ts";

export interface Mock {
  /** Such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The contract's. */
  readonly version: string;
  /** Closes its connections, and is done when the port is free. */
  stop(): Promise<void>;
}

/** Starts a stand-in for the service that answers with the document's examples. Throws when the port is taken; port 0 is a free one. */
export async function startMock(documentFile: string, { host, port }: { host: string; port: number }): Promise<Mock> {
  const document: Document = JSON.parse(await readFile(documentFile, "utf8"));
  const prism = await startPrism(documentFile);
  const find = operationsOf(document);
  const app = new Koa();
  app.use(errors);
  app.use(cors);
  app.use(async (ctx) => send(ctx, await answer(ctx, find, prism)));

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

async function errors(ctx: Context, next: () => Promise<void>): Promise<void> {
  ctx.set("X-Request-Id", randomUUID());
  try {
    await next();
  } catch (error) {
    const { status, body, headers, fault } = renderError(error);
    if (fault !== undefined) console.error(fault);
    ctx.set(headers);
    ctx.status = status;
    ctx.body = body;
  }
}

async function answer(ctx: Context, find: Find, prism: Prism): Promise<Answer> {
  const operation = find(ctx.method, ctx.path);
  if (operation === "no such path") throw problem("not_found");
  if ("allow" in operation) {
    ctx.set("Allow", operation.allow);
    throw problem("method_not_allowed");
  }
  const preferences = readPreferences(ctx.get("Prefer"));
  const body = await readBody(ctx.req);
  const asked: Asked = {
    operation,
    query: new URLSearchParams(ctx.querystring),
    headers: headersOf(ctx.headers),
    body,
  };
  return prism(asked, choose(asked, preferences));
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const single = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return { ...Object.fromEntries(single), "content-type": "application/json" };
}

function send(ctx: Context, { status, headers, body }: Answer): void {
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, String(value));
  if (body === undefined) ctx.body = null;
  else ctx.body = ctx.response.is("json") ? JSON.stringify(body) : String(body);
}
