import { escapeScript, hashesOf, htmlPage, NOT_LISTED, policyOf } from "./html-page.ts";
import { readBuilt } from "./packed-content.ts";

/**
 * Returns the document in which the console rebuilds recorded pages. Throws if its build is absent. The policy isolates
 * them: their frame has no URL and inherits it, so that it runs no scripts and loads nothing from any server. Only the
 * console may show it. rrweb needs inline styles.
 */
export async function renderPlayerPage(headers: Readonly<Record<string, string>> = {}) {
  const [code, style] = await Promise.all([readBuilt("player.js"), readBuilt("player.css")]);
  const script = escapeScript(String(code));
  const allowed = [`script-src ${hashesOf([script])}`, "style-src 'unsafe-inline'"];
  const embedded = ["img-src data:", "font-src data:", "media-src data:"];
  const head = `${NOT_LISTED}\n<style>${style}</style>`;
  const body = `<main id="stage" inert></main>\n<script>${script}</script>`;
  const policy = policyOf([...allowed, ...embedded], "'self'");
  return htmlPage({ title: "A recorded page", head, body, policy }, headers);
}
