import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Router from "@koa/router";
import { DOCUMENT_JSON, DOCUMENT_YAML } from "./contract/contract.ts";
import { docsPage, readRenderer } from "./docs-page.ts";
import { acceptsGzip } from "./request-parts.ts";

/** The contract itself, for programs and for people: the only answers that it does not describe. */
export async function publications(): Promise<Router> {
  const [json, yaml] = await Promise.all([readFile(DOCUMENT_JSON, "utf8"), readFile(DOCUMENT_YAML, "utf8")]);
  const router = new Router();
  const publish = (path: string, type: string, text: string) =>
    router.get(path, (ctx) => {
      ctx.type = type;
      ctx.set("Access-Control-Allow-Origin", "*");
      ctx.body = text;
    });
  publish("/openapi.json", "application/json", json);
  publish("/openapi.yaml", "application/yaml", yaml);
  const page = lazily(() => packedPage(json));
  router.get("/docs", async (ctx) => {
    if (ctx.path.endsWith("/")) return ctx.redirect("/docs"); // the page's links are beside it
    const { html, packed, contentSecurityPolicy } = await page();
    const asPacked = acceptsGzip(ctx);
    ctx.type = "text/html";
    ctx.vary("Accept-Encoding");
    ctx.set("Content-Security-Policy", contentSecurityPolicy);
    if (asPacked) ctx.set("Content-Encoding", "gzip");
    ctx.body = asPacked ? packed : html;
  });
  return router;
}

async function packedPage(json: string) {
  const page = docsPage(json, await readRenderer());
  return { ...page, packed: await promisify(gzip)(page.html) };
}

/** Makes a thing when it is first asked for; after a failure the next one who asks tries again. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
