import { createHash } from "node:crypto";
import { readBuilt } from "./packed-content.ts";

export interface HtmlPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Returns the document in which the console rebuilds recorded pages. Throws if its build is absent. */
export async function renderPlayerPage(): Promise<HtmlPage> {
  const [code, style] = await Promise.all([readBuilt("player.js"), readBuilt("player.css")]);
  const script = escapeScript(String(code));
  return { html: renderHtml(script, String(style)), contentSecurityPolicy: playerPagePolicy(script) };
}

function renderHtml(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>A recorded page</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main id="stage" inert></main>
<script>${script}</script>
</body>
</html>
`;
}

/**
 * Isolates the recorded page: its frame has no URL and inherits the policy, so that it runs no scripts and loads
 * nothing from any server. Only the console may show it. rrweb needs inline styles.
 */
function playerPagePolicy(script: string): string {
  return [
    "default-src 'none'",
    scriptSrcDirective([script]),
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "media-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** Escapes JavaScript with `\x3C`, which is the same character, but neither ends nor nests a `script` element. */
export function escapeScript(code: string): string {
  return code.replace(/<(?=!--|\/?script)/gi, "\\x3C");
}

/** Allows only these inline scripts. */
export function scriptSrcDirective(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return `script-src ${hashes.join(" ")}`;
}
