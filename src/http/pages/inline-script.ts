import { createHash } from "node:crypto";

/** JavaScript as it may stand in a `script` element: `\x3C` is the same character in strings and regular expressions, and neither ends nor nests the element. */
export function escapeScript(code: string): string {
  return code.replace(/<(?=!--|\/?script)/gi, "\\x3C");
}

/** The directive of a Content-Security-Policy that lets a page run these scripts, and no others. */
export function scriptSrcDirective(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return `script-src ${hashes.join(" ")}`;
}
