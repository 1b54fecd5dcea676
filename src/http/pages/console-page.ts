import { readBuilt } from "./packed-content.ts";
import type { HtmlPage } from "./player-page.ts";

export interface ConsoleFile {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** Allows nothing from elsewhere, no script or style in the page itself, and no frame around it. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'", // the player, which has a policy of its own
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Returns the page that loads the build of `src/console/`. `root` leads from its address to that of the service. */
export async function renderConsolePage(root: "" | "../"): Promise<HtmlPage> {
  const { script, style }: { script: string; style: string } = JSON.parse(
    String(await readBuilt("console/console.json")),
  );
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Sightline</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}console/${style}">
<script type="module" src="${root}console/${script}"></script>
</head>
<body>
<div id="console"></div>
<noscript>
<h1>Sightline</h1>
<p>This page needs JavaScript. The <a href="${root}docs">API reference</a> and the contract
(<a href="${root}openapi.yaml">YAML</a>, <a href="${root}openapi.json">JSON</a>) do not.</p>
</noscript>
</body>
</html>
`;
  return { html, contentSecurityPolicy: CONSOLE_POLICY };
}

/** Returns null if there is none of this name. The name changes with the content. */
export async function readConsoleFile(name: string): Promise<ConsoleFile | null> {
  const type = TYPES[/^[\w-]+\.(\w+)$/.exec(name)?.[1] ?? ""];
  if (type === undefined) return null;
  const content = await readBuilt(`console/${name}`).catch(() => null);
  const isFixed = name !== "notices.txt";
  const caching = isFixed ? "public, max-age=31536000, immutable" : "no-cache";
  const headers = { "Content-Type": type, "Cache-Control": caching, "X-Content-Type-Options": "nosniff" };
  return content && { content, headers };
}
