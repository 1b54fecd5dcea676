import { once } from "node:events";
import { createServer } from "node:http";

/** A site of another origin that uses posthog-js as the service hands it out. */
export interface BikeShop {
  readonly url: string;
  stop(): Promise<void>;
}

/** What a visit sets before the page loads. */
export interface VisitOptions {
  readonly apiHost: string;
  readonly apiKey: string;
  readonly distinctId: string;
  /** When the visit happens, as its events say. */
  readonly at: string;
}

/** Starts the shop. A visit's options are in the part of the address behind `#`. */
export async function startBikeShop(): Promise<BikeShop> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGE);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The shop does not listen.");
  return {
    url: `http://fjordbikes.localhost:${address.port}/`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** One page that shows others without loading: each view of one is an event. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Fjordbikes</title>
<link rel="icon" href="data:,">
<style>
  body { font: 18px/1.5 sans-serif; margin: 0; color: #12303a; background: #f3f8f6 }
  header { display: flex; gap: 1.5rem; align-items: baseline; padding: 1rem 2rem }
  header { background: #0d5c63; color: #fff }
  header a { color: #d7f0ea }
  main { padding: 1rem 2rem }
  article { display: inline-block; width: 12rem; padding: 1rem; margin: 0 1rem 1rem 0 }
  article { background: #fff; border: 1px solid #c9ded8 }
  button { font: inherit; padding: .3rem .8rem; background: #0d5c63; color: #fff; border: 0 }
</style>
<header><strong>Fjordbikes</strong>
<a href="/">Home</a><a href="/bikes">Bikes</a><a href="/checkout">Checkout</a></header>
<main><h1></h1><div id="content"></div></main>
<script>
const { apiHost, apiKey, distinctId, at } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
history.replaceState(null, "", location.pathname);
const begun = Date.now();
const PAGES = {
  "/": ["Bicycles for wet weather", "<p>Made beside the water.</p>"],
  "/bikes": ["Our bikes", "<article><h2>Torden</h2><p>8,990 kr</p><button id=add>Add to basket</button></article>" +
    "<article><h2>Regn</h2><p>12,990 kr</p></article><article><h2>Vind</h2><p>15,490 kr</p></article>"],
  "/checkout": ["Checkout", "<label>Email <input id=email></label> <button id=order>Order</button>"],
};
function show(path) {
  const [title, html] = PAGES[path];
  document.querySelector("h1").textContent = title;
  document.getElementById("content").innerHTML = html;
}
document.addEventListener("click", (event) => {
  if (event.target.id === "add") posthog.capture("bike added", { bike: "Torden", price: 8990 });
  if (event.target.id === "order") posthog.capture("order placed", { price: 8990 });
  if (!event.target.href) return;
  event.preventDefault();
  const { pathname } = new URL(event.target.href);
  history.pushState(null, "", pathname);
  show(pathname);
});
window.posthog = Object.assign([], { __SV: 1, _i: [[apiKey, {
  api_host: apiHost,
  bootstrap: { distinctID: distinctId },
  // Otherwise the library sends nothing, because it takes the headless browser for a bot.
  opt_out_useragent_filter: true,
  request_batching: false,
  // Otherwise a request waits for its compression, and the visit may end before.
  disable_compression: true,
  autocapture: false,
  capture_pageview: "history_change",
  capture_pageleave: false,
  // Visits send measurements of their own.
  capture_performance: false,
  // The next visit in the same tab is somebody else's.
  persistence: "memory",
  session_recording: { maskAllInputs: true },
  before_send: (event) => {
    if (event.event !== "$snapshot") event.timestamp = new Date(Date.parse(at) + (Date.now() - begun));
    return event;
  },
}, "posthog"]] });
show(location.pathname);
document.head.append(Object.assign(document.createElement("script"), { src: apiHost + "/static/array.js" }));
</script>
</html>
`;
