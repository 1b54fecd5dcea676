import { problem } from "../../problem.ts";

/**
 * Returns the decoded value of a field of an `application/x-www-form-urlencoded` form; undefined if absent. Throws
 * `parse_error` if the value is malformed.
 */
export function readFormField(form: Uint8Array, name: string): Uint8Array | undefined {
  const text = `&${Buffer.from(form).toString()}&`;
  const before = text.indexOf(`&${name}=`);
  if (before === -1) return undefined;
  const start = before + name.length + 2;
  const value = text.slice(start, text.indexOf("&", start)).replaceAll("+", " ");
  try {
    return Buffer.from(decodeURIComponent(value));
  } catch {
    throw problem("parse_error", { detail: `The form's field ${name} cannot be read.` });
  }
}
