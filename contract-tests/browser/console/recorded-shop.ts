import { once } from "node:events";
import { createServer } from "node:http";

/** A site of another origin whose visits posthog-js records, with the library that the service hands out. */
export interface RecordedShop {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startRecordedShop(service: string, apiKey: string): Promise<RecordedShop> {
  const options = {
    api_host: service,
    // Otherwise the library sends nothing, because it takes the headless browser for a bot.
    opt_out_useragent_filter: true,
    enable_recording_console_log: true,
    capture_performance: { network_timing: true },
    session_recording: { maskAllInputs: true },
  };
  const server = createServer(({ url = "/" }, response) => {
    if (url.startsWith("/prices")) return response.writeHead(503, { "content-type": "text/plain" }).end("none");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(renderPage(service, apiKey, options));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The shop does not listen.");
  return {
    // posthog-js records no requests of pages at localhost itself.
    url: `http://shop.localhost:${address.port}/cart`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function renderPage(service: string, apiKey: string, options: object): string {
  return `<!doctype html>
<html lang="en">
<title>Fjordbikes</title>
<link rel="icon" href="data:,">
<style>body { font: 18px sans-serif; margin: 2rem; background: #eef6f2 } button { font: inherit }</style>
<h1>Bikes for the fjord</h1>
<p>Torden, 12,990 kr</p>
<label>Name <input id="name"></label>
<button id="buy">Buy</button>
<ol id="bought"></ol>
<script>
window.posthog = Object.assign([], { __SV: 1, _i: [${JSON.stringify([apiKey, options, "posthog"])}] });
document.getElementById("buy").addEventListener("click", () => {
  const bike = document.createElement("li");
  bike.textContent = "Torden";
  document.getElementById("bought").append(bike);
  console.warn("The basket is slow");
  fetch("/prices");
  posthog.capture("bike added", { price: 12990 });
});
</script>
<script src="${service}/static/array.js"></script>
</html>
`;
}
