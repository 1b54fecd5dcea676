import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A site that records its visitors with the public rrweb library. `?session=ID` sets the session id. */
export interface Shop {
  readonly url: string;
  /** The requested paths, in order. */
  readonly requestedPaths: readonly string[];
  stop(): Promise<void>;
}

const SITE = fileURLToPath(new URL("site", import.meta.url));
const CONTENT_TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css" };

/** Starts the site, which sends its recordings to the service. */
export async function startShop(service: string, apiKey: string): Promise<Shop> {
  const rrweb = createRequire(import.meta.url)
    .resolve("rrweb")
    .replace(/dist[\\/].*$/, join("umd", "rrweb.min.js"));
  const files: Readonly<Record<string, string>> = {
    "/": join(SITE, "index.html"),
    "/client.js": join(SITE, "client.js"),
    "/shop.js": join(SITE, "shop.js"),
    "/shop.css": join(SITE, "shop.css"),
    "/rrweb.js": rrweb,
  };
  const requestedPaths: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://shop");
    requestedPaths.push(pathname);
    const file = files[pathname];
    if (file === undefined) return response.writeHead(404).end();
    const text = (await readFile(file, "utf8"))
      .replace("{service}", encodeURIComponent(service))
      .replace("{key}", apiKey);
    response
      .writeHead(200, { "content-type": CONTENT_TYPES[file.split(".").at(-1) as keyof typeof CONTENT_TYPES] })
      .end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The shop does not listen.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    requestedPaths,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
