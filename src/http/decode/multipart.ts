import { problem } from "../../lib/problem.ts";

export interface FormPart {
  readonly name: string;
  /** Media type without parameters, in lower case; empty if absent. */
  readonly type: string;
  readonly isEncoded: boolean;
  readonly content: Uint8Array;
}

const [MAX_PARTS, MAX_HEAD_BYTES] = [100, 4096];
const LINE_END = "\r\n";

/** Throws `parse_error` if a `Content-Type` names no valid boundary. */
export function readBoundary(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw malformed("has no boundary in its content type");
  return boundary;
}

/** Returns the parts, which share the body's memory. Throws `parse_error`. */
export function readParts(body: Uint8Array, boundary: string): FormPart[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = `${LINE_END}--${boundary}`;
  const isFirst = bytes.subarray(0, delimiter.length - 2).toString("latin1") === delimiter.slice(2);
  const parts: FormPart[] = [];
  let end = isFirst ? -LINE_END.length : bytes.indexOf(delimiter, 0, "latin1");
  while (end !== -1) {
    const start = end + delimiter.length;
    if (bytes.subarray(start, start + 2).toString("latin1") === "--") return parts;
    if (parts.length === MAX_PARTS) throw malformed(`has more than ${MAX_PARTS} parts`);
    const headEnd = bytes.subarray(start, start + MAX_HEAD_BYTES).indexOf(LINE_END + LINE_END);
    if (headEnd === -1) throw malformed("has a part without a head, or with one above 4 KB");
    const content = start + headEnd + 2 * LINE_END.length;
    end = bytes.indexOf(delimiter, content - LINE_END.length, "latin1");
    if (end === -1) break;
    const head = bytes.subarray(start, start + headEnd).toString();
    parts.push(readPart(head, bytes.subarray(content, Math.max(content, end))));
  }
  throw malformed("ends before its last boundary");
}

function readPart(head: string, content: Uint8Array): FormPart {
  const fields = /^content-disposition:[ \t]*form-data([^\r\n]*)/im.exec(head)?.[1] ?? "";
  const [, quoted, bare] = /;[ \t]*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(fields) ?? [];
  const name = quoted ?? bare;
  if (name === undefined) throw malformed("has a part without a name");
  const type = /^content-type:[ \t]*([^\s;]+)/im.exec(head)?.[1]?.toLowerCase() ?? "";
  return { name, type, isEncoded: /^content-encoding:[ \t]*(?!identity)\S/im.test(head), content };
}

function malformed(what: string) {
  return problem("parse_error", { detail: `The form ${what}.` });
}
