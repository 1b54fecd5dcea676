import { createHash } from "node:crypto";

/**
 * Escapes JavaScript for a `script` element: `\x3C` is the same character in strings and regular expressions, but
 * neither ends nor nests the element.
 */
export function escapeScript(code: string): string {
  return code.replace(/<(?=!--|\/?script)/gi, "\\x3C");
}

/** Returns the directive of a Content-Security-Policy that allows only these inline scripts. */
export function scriptSrcDirective(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return `script-src ${hashes.join(" ")}`;
}
