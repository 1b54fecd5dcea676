import { escapeHtml } from "../../lib/escape-html.ts";
import type { HttpReply } from "../http-message.ts";
import { hashesOf, htmlPage, NOT_LISTED, policyOf } from "./html-page.ts";

const STYLE = `
body { margin: 0 auto; padding: 1.5rem; max-width: 40rem; font: 1.05rem/1.5 system-ui, sans-serif; color: #1a1a1a;
 background: #fff; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
:focus-visible { outline: 3px solid #b45309; outline-offset: 2px }
a { color: #1d4ed8 }
`;

const HEAD = `${NOT_LISTED}\n<style>${STYLE}</style>`;
const POLICY = policyOf([`style-src ${hashesOf([STYLE])}`, "img-src data:"], "'none'");

/** Returns a page without scripts for a person who opened a path that does not exist. */
export function notFoundPage(path: string, hasConsole: boolean): HttpReply<string> {
  // Relative, because a proxy may serve everything below a path.
  const root = "../".repeat(path.split("/").length - 2) || "./";
  const ways = [...(hasConsole ? [[root, "Go to the console"]] : []), [`${root}docs`, "API reference"]];
  const links = ways.map(([address = "", text]) => `<li><a href="${address}">${text}</a></li>`);
  const title = "There is no such page";
  const body = `<main>
<h1>${title}</h1>
<p>Sightline has nothing at <strong>${escapeHtml(path)}</strong>. The address may be mistyped or outdated.</p>
<ul>${links.join("")}</ul>
</main>`;
  const page = htmlPage({ title, head: HEAD, body, policy: POLICY }, { "Cache-Control": "no-store" });
  return { status: 404, headers: page.headers, body: page.content };
}
