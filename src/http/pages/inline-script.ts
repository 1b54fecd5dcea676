import { createHash } from "node:crypto";

/** Escapes JavaScript with `\x3C`, which is the same character, but neither ends nor nests a `script` element. */
export function escapeScript(code: string): string {
  return code.replace(/<(?=!--|\/?script)/gi, "\\x3C");
}

/** Allows only these inline scripts. */
export function scriptSrcDirective(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return `script-src ${hashes.join(" ")}`;
}
