import { createHash } from "node:crypto";
import { escapeHtml } from "../../lib/escape-html.ts";

export interface StaticPage {
  readonly content: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

interface PageParts {
  readonly title: string;
  readonly head: string;
  readonly body: string;
  readonly policy: string;
}

/** Returns a page with its policy; whether search engines may list it is in `head`. */
export function htmlPage({ title, head, body, policy }: PageParts, more: StaticPage["headers"] = {}) {
  const content = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy, ...more };
  return { content, headers };
}

export const NOT_LISTED = '<meta name="robots" content="noindex">';

/** Returns a policy that allows this, and nothing else; only pages of `frames` may show the page in a frame. */
export function policyOf(allowed: readonly string[], frames?: string): string {
  const framing = frames === undefined ? [] : [`frame-ancestors ${frames}`];
  return ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'", ...framing].join("; ");
}

/** Escapes JavaScript with `\x3C`, which is the same character, but neither ends nor nests a `script` element. */
export function escapeScript(code: string): string {
  return code.replace(/<(?=!--|\/?script)/gi, "\\x3C");
}

/** Returns the sources that allow only these inline scripts or styles. */
export function hashesOf(texts: readonly string[]): string {
  return texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
}
