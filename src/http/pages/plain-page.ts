import { createHash } from "node:crypto";
import { escapeHtml } from "../../lib/escape-html.ts";

const STYLE = `
body { margin: 0 auto; padding: 1.5rem; max-width: 40rem; font: 1.05rem/1.5 system-ui, sans-serif; color: #1a1a1a;
 background: #fff; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
blockquote { margin: 1rem 0; padding: .1rem 1rem; border-left: .25rem solid #767676; white-space: pre-line }
label { display: block; font-weight: 600 }
input { box-sizing: border-box; width: 100%; max-width: 20rem; padding: .6rem; font: inherit; border: 1px solid #595959;
 border-radius: .25rem }
button { margin-top: 1rem; padding: .7rem 1.4rem; font: inherit; font-weight: 600; color: #fff; background: #1d4ed8;
 border: 0; border-radius: .25rem }
:focus-visible { outline: 3px solid #b45309; outline-offset: 2px }
pre { padding: .8rem; background: #f2f2f2; border-radius: .25rem; white-space: pre-wrap; user-select: all }
a { color: #1d4ed8 }
.error { color: #b91c1c; font-weight: 600 }
`;

/** Allows no scripts and nothing from anywhere; the form goes to the service itself. */
export const PLAIN_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Renders a page without scripts. `content` is HTML. */
export function renderPlainPage(title: string, content: string): string {
  const text = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${text}</h1>
${content}
</main>
</body>
</html>
`;
}
