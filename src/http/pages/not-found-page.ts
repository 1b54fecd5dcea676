import { createHash } from "node:crypto";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { HttpReply } from "../http-message.ts";

const STYLE = `
body { margin: 0 auto; padding: 1.5rem; max-width: 40rem; font: 1.05rem/1.5 system-ui, sans-serif; color: #1a1a1a;
 background: #fff; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
:focus-visible { outline: 3px solid #b45309; outline-offset: 2px }
a { color: #1d4ed8 }
`;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cache-Control": "no-store",
};

/** Returns a page without scripts for a person who opened a path that does not exist. */
export function notFoundPage(path: string, hasConsole: boolean): HttpReply<string> {
  // Relative, because a proxy may serve everything below a path.
  const root = "../".repeat(path.split("/").length - 2) || "./";
  const ways = [...(hasConsole ? [[root, "Go to the console"]] : []), [`${root}docs`, "API reference"]];
  const links = ways.map(([address = "", text]) => `<li><a href="${address}">${text}</a></li>`);
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>There is no such page</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>There is no such page</h1>
<p>Sightline has nothing at <strong>${escapeHtml(path)}</strong>. The address may be mistyped or outdated.</p>
<ul>${links.join("")}</ul>
</main>
</body>
</html>
`;
  return { status: 404, headers: HEADERS, body };
}
