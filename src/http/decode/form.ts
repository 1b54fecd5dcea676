import { problem } from "../../problem.ts";

/** The value of a field of a form (`application/x-www-form-urlencoded`), decoded; undefined where the form does not have it. Throws `parse_error`. */
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
