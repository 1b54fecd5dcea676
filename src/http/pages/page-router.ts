import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Router, { type RouterContext } from "@koa/router";
import { CLIENT_JSON, CLIENT_YAML, COMPLETE_JSON, COMPLETE_YAML } from "../contract/documents.ts";
import type { NegotiableRequest } from "../http-message.ts";
import type { RespondPorts } from "../respond.ts";
import { readRedocBundle, renderDocsPage } from "./docs-page.ts";
import { addInvitePage } from "./invite-router.ts";
import { renderReplayPage } from "./replay-page.ts";

/** Returns the routes that the contract does not describe: the contract itself, its reference and the pages. */
export function createPageRouter(toRequest: (ctx: RouterContext) => NegotiableRequest, ports: RespondPorts): Router {
  const router = new Router();
  const publish = (path: string, type: string, file: URL) =>
    router.get(path, async (ctx) => {
      ctx.type = type;
      ctx.set("Access-Control-Allow-Origin", "*");
      ctx.body = await readFile(file, "utf8");
    });
  publish("/openapi.json", "application/json", CLIENT_JSON);
  publish("/openapi.yaml", "application/yaml", CLIENT_YAML);
  publish("/complete.json", "application/json", COMPLETE_JSON);
  publish("/complete.yaml", "application/yaml", COMPLETE_YAML);
  const docs = lazy(async () =>
    gzipPage(renderDocsPage(await readFile(COMPLETE_JSON, "utf8"), await readRedocBundle())),
  );
  router.get("/docs", async (ctx) => {
    if (ctx.path.endsWith("/")) return ctx.redirect("/docs"); // the page's links are relative
    sendPage(ctx, await docs());
  });
  const replay = lazy(async () => gzipPage(await renderReplayPage()));
  router.get("/replay/:project", async (ctx) => {
    if (ctx.path.endsWith("/")) return ctx.redirect(ctx.path.slice(0, -1)); // the page's requests are relative
    ctx.set("Referrer-Policy", "no-referrer");
    ctx.set("X-DNS-Prefetch-Control", "off"); // recorded pages have links to anywhere
    sendPage(ctx, await replay());
  });
  addInvitePage(router, toRequest, ports);
  return router;
}

interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

interface GzippedPage extends Page {
  readonly gzip: Buffer;
}

async function gzipPage(page: Page): Promise<GzippedPage> {
  return { ...page, gzip: await promisify(gzip)(page.html) };
}

function sendPage(ctx: RouterContext, page: GzippedPage): void {
  const asGzip = ctx.acceptsEncodings("gzip", "identity") === "gzip";
  ctx.type = "text/html";
  ctx.vary("Accept-Encoding");
  ctx.set("Content-Security-Policy", page.contentSecurityPolicy);
  if (asGzip) ctx.set("Content-Encoding", "gzip");
  ctx.body = asGzip ? page.gzip : page.html;
}

/** Returns a function that calls `create` once and keeps its result; after a failure the next call retries. */
function lazy<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
