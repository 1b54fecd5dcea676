import { readFile } from "node:fs/promises";
import { CODE_FOLDER } from "../../values/code-folder.ts";
import { escapeScript, scriptSrcDirective } from "./inline-script.ts";

export interface ReplayPage {
  readonly html: string;
  /** For the header of the same name. */
  readonly contentSecurityPolicy: string;
}

/** Returns the page that plays the recordings of a project, from the build of `src/replay-page/`. Throws if absent. */
export async function renderReplayPage(): Promise<ReplayPage> {
  const [code, style] = await Promise.all([readBuiltAsset("replay.js"), readBuiltAsset("replay.css")]);
  const script = escapeScript(code);
  return { html: renderHtml(script, style), contentSecurityPolicy: replayPagePolicy(script) };
}

/** Reads from where a build puts it, or from the checkout's `dist/` if this file runs from source. */
function readBuiltAsset(name: string): Promise<string> {
  const read = (folder: string) => readFile(new URL(folder + name, CODE_FOLDER), "utf8");
  return read("http/pages/").catch(() => read("../dist/http/pages/"));
}

function renderHtml(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Session recordings</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><h1>Session recordings of project <span id="project"></span></h1></header>
<noscript>This page needs JavaScript.</noscript>
<main>
<form id="key-form">
<label for="key">Your personal API key</label>
<input id="key" type="password" required autocomplete="off" spellcheck="false" placeholder="phx_…"
 aria-describedby="key-note">
<p id="key-note" class="note">It is sent to this service only, and forgotten when this page is closed.</p>
<button class="button first">Show recordings</button>
</form>
<p id="error" role="alert"></p>
<div id="stage">
<section id="playback" aria-labelledby="title" hidden>
<h2 id="title" tabindex="-1"></h2>
<div class="bar"><p id="progress" role="status"></p><label
 id="windows" hidden>Shown: <select id="window"></select></label></div>
<div id="screen"></div>
</section>
<section id="recordings" aria-labelledby="list-title" hidden>
<h2 id="list-title">Recordings, newest first</h2>
<div class="bar"><p id="range" role="status"></p>
<button type="button" class="button" id="newer">Newer</button><button
 type="button" class="button" id="older">Older</button><button
 type="button" class="button" id="refresh">Refresh</button></div>
<ol id="list"></ol>
</section>
</div>
</main>
<script>${script}</script>
</body>
</html>
`;
}

/**
 * Returns the policy of the page. The frame with the recorded page has no URL and inherits it, so the recorded page
 * runs no scripts and loads nothing from other servers. rrweb needs inline styles.
 */
function replayPagePolicy(script: string): string {
  return [
    "default-src 'none'",
    scriptSrcDirective([script]),
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "media-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
