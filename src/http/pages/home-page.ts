import { createHash } from "node:crypto";

const STYLE = `
body { margin: 0 auto; padding: 1.5rem; max-width: 40rem; font: 1.05rem/1.5 system-ui, sans-serif; color: #1a1a1a;
 background: #fff }
label { display: block; font-weight: 600 }
input, button { padding: .5rem; font: inherit }
input { width: 6rem }
`;

/** The policy of the page: no scripts, nothing from anywhere, and its form leads to the service itself. */
export const HOME_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** The page at the root: where the others are. */
export const HOME_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sightline</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sightline</h1>
<p>This is a running service for product analytics.</p>
<ul>
<li><a href="docs">API reference</a></li>
<li>The contract as <a href="openapi.yaml">YAML</a> and <a href="openapi.json">JSON</a></li>
</ul>
<h2>Session recordings</h2>
<form action="replay">
<label for="project">Number of the project</label>
<input id="project" name="project" value="1" required inputmode="numeric">
<button>Show recordings</button>
</form>
</main>
</body>
</html>
`;
