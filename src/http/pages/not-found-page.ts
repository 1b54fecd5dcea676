import { escapeHtml } from "../../lib/escape-html.ts";
import type { HttpReply, NegotiableRequest } from "../http-message.ts";
import { PLAIN_PAGE_POLICY, renderPlainPage } from "./plain-page.ts";

/** Returns the page for a browser that is at an address without anything; null for any other client. */
export function notFoundPage(request: NegotiableRequest, hasConsole: boolean): HttpReply<string> | null {
  const { method, path } = request;
  if (method !== "GET" && method !== "HEAD") return null;
  if (request.preferredType("json", "html") !== "html") return null;
  // Relative, because a proxy may serve everything below a path.
  const root = "../".repeat(path.split("/").length - 2) || "./";
  const ways = [...(hasConsole ? [[root, "Go to the console"]] : []), [`${root}docs`, "API reference"]];
  const links = ways.map(([address = "", text]) => `<li><a href="${address}">${text}</a></li>`);
  const body = renderPlainPage(
    "There is no such page",
    `<p>Sightline has nothing at <strong>${escapeHtml(path)}</strong>. The address may be mistyped or outdated.</p>
<ul>${links.join("")}</ul>`,
  );
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": PLAIN_PAGE_POLICY,
    "Cache-Control": "no-store",
  };
  return { status: 404, headers, body };
}
