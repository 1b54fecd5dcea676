import { readFile } from "node:fs/promises";
import Router, { type RouterContext } from "@koa/router";
import { CLIENT_JSON, CLIENT_YAML, COMPLETE_JSON, COMPLETE_YAML } from "../../lib/documents.ts";
import { requireFound } from "../../lib/problem.ts";
import { once } from "../../lib/threads/retry.ts";
import { VERSION } from "../../lib/version.ts";
import type { Config } from "../../settings/config.ts";
import type { NegotiableRequest } from "../http-message.ts";
import type { RespondPorts } from "../respond.ts";
import { readRedocBundle, renderDocsPage } from "./docs-page.ts";
import { htmlPage, NOT_LISTED, policyOf, type StaticPage } from "./html-page.ts";
import { chooseVariant, type PackedContent, packContent, readBuilt } from "./packed-content.ts";
import { renderPlayerPage } from "./player-page.ts";

type PackedPage = { readonly packed: PackedContent; readonly headers: StaticPage["headers"] };

/** Serves what the contract does not describe: the contract itself, its reference and the pages. */
export function createPageRouter(
  toRequest: (ctx: RouterContext) => NegotiableRequest,
  ports: RespondPorts,
  { CONSOLE }: Pick<Config, "CONSOLE">,
): Router {
  const router = new Router();
  const { address_requests: requests, address_pages: pages } = ports.rateLimits;

  const send = async (ctx: RouterContext, page: () => Promise<PackedPage>) => {
    const { clientAddress, acceptsGzip, headers } = toRequest(ctx);
    for (const limit of [requests, pages]) limit?.consume(clientAddress());
    // The links and requests of pages are relative.
    if (ctx.path.length > 1 && ctx.path.endsWith("/")) return ctx.redirect(ctx.path.slice(0, -1));
    const { packed, headers: common } = await page();
    const variant = chooseVariant(packed, acceptsGzip(), headers["if-none-match"] ?? "");
    ctx.status = variant.bytes === null ? 304 : 200;
    ctx.body = variant.bytes;
    ctx.set({ "Cache-Control": "public, max-age=300", ...common, ...variant.headers });
  };
  const serve = (path: string, create: () => Promise<StaticPage>) => {
    const page = once(async () => pack(await create()));
    router.get(path, (ctx) => send(ctx, page));
  };
  const publish = (path: string, type: string, file: URL) =>
    serve(path, async () => {
      return { content: await readFile(file), headers: { "Content-Type": type, "Access-Control-Allow-Origin": "*" } };
    });
  publish("/openapi.json", "application/json; charset=utf-8", CLIENT_JSON);
  publish("/openapi.yaml", "application/yaml; charset=utf-8", CLIENT_YAML);
  publish("/complete.json", "application/json; charset=utf-8", COMPLETE_JSON);
  publish("/complete.yaml", "application/yaml; charset=utf-8", COMPLETE_YAML);
  const files = new Map<string, Promise<PackedPage>>();
  router.get("/console/:file", (ctx) =>
    send(ctx, async () => {
      const { file: name = "" } = ctx.params;
      const known = files.get(name);
      if (known) return known;
      const file = requireFound(await readConsoleFile(name));
      const packed = pack(file);
      files.set(name, packed);
      return packed;
    }),
  );
  const referrer = { "Referrer-Policy": "no-referrer" };
  if (CONSOLE === "on") {
    serve("/", () => renderConsolePage("", { "Cache-Control": "no-cache", ...referrer }));
    // Recorded pages have links to anywhere.
    const player = { ...referrer, "X-DNS-Prefetch-Control": "off" };
    serve("/player", () => renderPlayerPage(player));
    // Recordings were here before there was a console.
    router.get("/replay", (ctx) => ctx.redirect("./"));
    router.get("/replay/:project", (ctx) => {
      ctx.redirect(`../#/projects/${encodeURIComponent(ctx.params.project ?? "")}/recordings`);
    });
    router.get("/invites/:secret", (ctx) => {
      ctx.set("Cache-Control", "no-store");
      ctx.redirect(`../#/invite/${encodeURIComponent(ctx.params.secret ?? "")}`);
    });
  } else {
    const invite = { "Cache-Control": "no-store", ...referrer };
    serve("/invites/:secret", () => renderConsolePage("../", invite));
  }
  const shared = once(async () => pack(await renderConsolePage("../")));
  router.get("/shared/:token", (ctx) =>
    send(ctx, async () => {
      const embedders = await ports.embedders(ctx.params.token ?? "");
      const policy = consolePolicy(embedders.join(" ") || undefined);
      const { packed, headers } = await shared();
      const own = { "Cache-Control": "no-cache", "Content-Security-Policy": policy };
      return { packed, headers: { ...headers, ...referrer, ...own } };
    }),
  );
  serve("/docs", async () => renderDocsPage(await readFile(COMPLETE_JSON, "utf8"), await readRedocBundle(), VERSION));
  return router;
}

async function pack({ content, headers }: StaticPage): Promise<PackedPage> {
  return { packed: await packContent(content), headers };
}

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** Allows nothing from elsewhere, no script or style in the page itself, and no frame around it but these. */
const consolePolicy = (frames = "'none'") => {
  const own = ["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"];
  return policyOf([...own, "frame-src 'self'"], frames); // the frame is the player, which has a policy of its own
};

/** Returns the page that loads the build of `src/console/`. `root` leads from its address to that of the service. */
async function renderConsolePage(root: "" | "../", headers: StaticPage["headers"] = {}): Promise<StaticPage> {
  const { script, style }: { script: string; style: string } = JSON.parse(
    String(await readBuilt("console/console.json")),
  );
  const head = `${NOT_LISTED}
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${root}console/${style}">
<script type="module" src="${root}console/${script}"></script>`;
  const body = `<div id="console"></div>
<noscript>
<h1>Sightline</h1>
<p>This page needs JavaScript. The <a href="${root}docs">API reference</a> and the contract
(<a href="${root}openapi.yaml">YAML</a>, <a href="${root}openapi.json">JSON</a>) do not.</p>
</noscript>`;
  return htmlPage({ title: "Sightline", head, body, policy: consolePolicy() }, headers);
}

/** Returns null if there is none of this name. The name changes with the content. */
async function readConsoleFile(name: string): Promise<StaticPage | null> {
  const type = TYPES[/^[\w-]+\.(\w+)$/.exec(name)?.[1] ?? ""];
  if (type === undefined) return null;
  const content = await readBuilt(`console/${name}`).catch(() => null);
  const isFixed = name !== "notices.txt";
  const caching = isFixed ? "public, max-age=31536000, immutable" : "no-cache";
  const headers = { "Content-Type": type, "Cache-Control": caching, "X-Content-Type-Options": "nosniff" };
  return content && { content, headers };
}
