import { isUtf8 } from "node:buffer";
import { isPropertyMap, stringifyExactly } from "../../lib/json/json.ts";
import { problem } from "../../lib/problem.ts";
import { withoutMembers } from "./edit-json.ts";
import { type FormPart, readParts } from "./multipart.ts";
import { EVENT_LIMITS, parseBody, requireJson } from "./parse-body.ts";

const MAX_EVENT_BYTES = 32 * 1024;
/** Limit of the event and its properties together. */
const MAX_PROPERTIES_BYTES = 960 * 1024;
/** Limit of all parts that become base64. Larger content belongs into a store of its own. */
const MAX_BINARY_BYTES = 1024 * 1024;
const BLOB_PREFIX = "event.properties.";

/**
 * Joins `event`, `event.properties` and parts of `event.properties.NAME`: JSON and text become values, all else a
 * `data:` URL. Throws `parse_error`, `invalid_input`, and `request_too_large`, also for JSON of `limit` bytes or more.
 */
export function joinEventParts(body: Uint8Array, boundary: string, limit: number): Uint8Array {
  const [first, ...others] = readParts(body, boundary);
  if (first?.name !== "event") throw invalid("event", "The first part must be the event.");
  if (first.content.byteLength > MAX_EVENT_BYTES) throw tooLarge("The event", "32 KB, without its properties");
  const event = parseBody(first.content, EVENT_LIMITS);
  if (!isPropertyMap(event)) throw invalid("event", "The event must be an object.");
  const { properties: embedded, ...fields } = event;
  const separate = others.filter(({ name }) => name === "event.properties");
  if (separate.length > 1 || (separate.length === 1 && embedded !== undefined)) {
    throw invalid("properties", "The properties must be in one place.");
  }
  const given = separate[0]?.content ?? Buffer.from(stringifyExactly(embedded ?? {}));
  if (first.content.byteLength + given.byteLength > MAX_PROPERTIES_BYTES) {
    throw tooLarge("The event and its properties", "960 KB together");
  }
  requireJson(given, "object");
  const blobs = readBlobs(others, limit);
  const properties = withoutMembers(given, [...blobs.keys()]);
  const members = [...blobs].map(([name, value]) => [Buffer.from(`${JSON.stringify(name)}:`), value]);
  const json = joinMembers(Buffer.from(stringifyExactly(fields)), [
    [Buffer.from('"properties":'), joinMembers(properties, members)],
  ]);
  if (json.byteLength >= limit) throw problem("request_too_large");
  return json;
}

function readBlobs(parts: readonly FormPart[], limit: number): Map<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  let binaryBytes = 0;
  let textBytes = 0;
  for (const part of parts) {
    if (!part.name.startsWith(BLOB_PREFIX)) continue;
    const name = part.name.slice(BLOB_PREFIX.length);
    if (blobs.has(name)) throw invalid("properties", "A property must be in one part.");
    const isBinary = part.isEncoded || !isText(part);
    if (isBinary) binaryBytes += part.content.byteLength;
    else textBytes += escapedSize(part.content);
    if (textBytes >= limit) throw problem("request_too_large");
    if (binaryBytes > MAX_BINARY_BYTES) throw tooLarge("Parts that are neither JSON nor text", "1 MB together");
    blobs.set(name, isBinary ? toDataUrl(part) : toJson(part));
  }
  return blobs;
}

function isText({ type, content }: FormPart): boolean {
  return (type === "" || type === "application/json" || type.startsWith("text/")) && isUtf8(content);
}

const [SPACE, QUOTE, BACKSLASH] = [0x20, 0x22, 0x5c];

/** Returns the largest size as JSON: a control character takes six bytes. */
function escapedSize(text: Uint8Array): number {
  let size = text.byteLength;
  for (let index = 0; index < text.length; index++) {
    const byte = text[index] as number;
    if (byte < SPACE) size += 5;
    else if (byte === QUOTE || byte === BACKSLASH) size += 1;
  }
  return size;
}

function toJson({ type, content }: FormPart): Uint8Array {
  if (type !== "application/json") return Buffer.from(JSON.stringify(Buffer.from(content).toString()));
  requireJson(content);
  return content;
}

function toDataUrl({ type, content }: FormPart): Uint8Array {
  const base64 = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("base64");
  return Buffer.from(JSON.stringify(`data:${type || "application/octet-stream"};base64,${base64}`));
}

const [COMMA, CLOSING_BRACE] = [Buffer.from(","), Buffer.from("}")];

function joinMembers(object: Uint8Array, members: readonly (readonly Uint8Array[])[]): Uint8Array {
  const open = object.subarray(0, -1);
  const pieces = members.flatMap((member, index) => (index > 0 || open.length > 1 ? [COMMA, ...member] : member));
  return Buffer.concat([open, ...pieces, CLOSING_BRACE]);
}

function invalid(attr: string, detail: string) {
  return problem("invalid_input", { attr, detail });
}

function tooLarge(what: string, bound: string) {
  return problem("request_too_large", { detail: `${what} may have up to ${bound}.` });
}
