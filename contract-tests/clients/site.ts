import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

/** Versions of posthog-js whose requests differ, including the newest. */
export const BROWSER_VERSIONS = ["1.13.0", "1.96.1", "1.200.0", "1.257.0", "1.449.2"];

export interface Site {
  /** Returns the URL of the page that loads this version of the library. */
  pageUrl(version: string): string;
  stop(): Promise<void>;
}

/**
 * Starts a site of another origin than the service. Its pages load the library from the npm package,
 * or what `readScript` returns, and each version reaches the service at an address of `services`. The part of a page's
 * address behind `#` may have more options of the library, as JSON.
 */
export async function startSite(
  services: ReadonlyMap<string, string>,
  apiKey: string,
  readScript: (version: string) => Promise<string | Buffer> = readLibrary,
): Promise<Site> {
  const server = createServer(async (request, response) => {
    const [, version = "", file] = new URL(request.url ?? "/", "http://site").pathname.split("/");
    const service = services.get(version);
    if (service === undefined) return response.writeHead(404).end();
    // Otherwise libraries send nothing, because they take the headless browser for a bot.
    const asVisitor = { opt_out_useragent_filter: true };
    // It gives up on flags after three seconds, for which a busy machine is too slow.
    const options = { api_host: service, ...asVisitor, feature_flag_request_timeout_ms: 120_000 };
    const isScript = file === "array.js";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html; charset=utf-8" });
    response.end(isScript ? await readScript(version) : renderPage([apiKey, options, "posthog"]));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The site does not listen.");
  return {
    pageUrl: (version) => `http://localhost:${address.port}/${version}/`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function readLibrary(version: string): Promise<Buffer> {
  return readFile(fileURLToPath(new URL(`node_modules/posthog-js-${version}/dist/array.js`, import.meta.url)));
}

/** Renders a page whose `posthog` stub starts the library with these arguments. */
function renderPage(initArguments: readonly unknown[]): string {
  return `<!doctype html>
<html lang="en">
<title>Fjordbikes</title>
<link rel="icon" href="data:,">
<h1>Bikes for the fjord</h1>
<label>Name <input id="name"></label>
<button id="buy">Buy</button>
<button id="dead">Help</button>
<ol id="bought"></ol>
<script>
const start = ${JSON.stringify(initArguments)};
Object.assign(start[1], JSON.parse(decodeURIComponent(location.hash.slice(1)) || "{}"));
window.posthog = Object.assign([], { __SV: 1, _i: [start] });
document.getElementById("buy").addEventListener("click", () => {
  document.getElementById("bought").append(document.createElement("li"));
  document.getElementById("bought").lastChild.textContent = "Torden";
});
</script>
<script src="array.js"></script>
</html>
`;
}
