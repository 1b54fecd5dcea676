import { basename, join } from "node:path";

/** Ends every file name. Directory names have no dot, so both `a` and `a/b` may be keys. */
const FILE_SUFFIX = ".file";
/** Ends the name of a directory for the first part of a segment that is too long for one name; the rest is inside. */
const CONTINUATION_SUFFIX = "+";
const EMPTY_SEGMENT = "%";
const MAX_NAME_LENGTH = 200;
/** Names that remain as they are below `history/`, because other programs read the files. No directory has one. */
const PLAIN_NAMES =
  /(^|\/)((day=[\d-]{1,30}|persons|distinct_ids)\/[a-z\d-]{1,100}\.parquet|_delta_log\/(\d{20}(\.checkpoint\.parquet|\.json)|_last_checkpoint))$/;

/**
 * Names a key's file, relative to the root. Paths of different keys differ even ignoring case; none leads out of the
 * root, begins with a dot or has a name that is too long.
 */
export function pathOfKey(key: string): string {
  if (key.startsWith("history/") && PLAIN_NAMES.test(key)) return join(...directoryOfPrefix(key), basename(key));
  return join(...key.split("/").flatMap(namesOfSegment)) + FILE_SUFFIX;
}

/** Names the nested directories, from the root, that contain all keys with the prefix. */
export function directoryOfPrefix(prefix: string): string[] {
  return prefix.split("/").slice(0, -1).flatMap(namesOfSegment);
}

export function prefixOfDirectory(names: readonly string[]): string {
  return names
    .map((name) => (name.endsWith(CONTINUATION_SUFFIX) ? name.slice(0, -1) : `${name}/`))
    .join("")
    .split("/")
    .map(decodeSegment)
    .join("/");
}

/** Returns null for a foreign file. */
export function keyOfPath(names: readonly string[], file: string): string | null {
  const key = file.endsWith(FILE_SUFFIX)
    ? prefixOfDirectory([...names, file.slice(0, -FILE_SUFFIX.length)]).slice(0, -1)
    : prefixOfDirectory(names) + file;
  return pathOfKey(key) === join(...names, file) ? key : null;
}

function namesOfSegment(segment: string): string[] {
  const encoded = segment === "" ? EMPTY_SEGMENT : encodeSegment(segment);
  const names = [];
  for (let start = 0; start < encoded.length; start += MAX_NAME_LENGTH) {
    const end = start + MAX_NAME_LENGTH;
    names.push(encoded.slice(start, end) + (end < encoded.length ? CONTINUATION_SUFFIX : ""));
  }
  return names;
}

function encodeSegment(segment: string): string {
  return Buffer.from(segment)
    .toString("latin1")
    .replace(/[^a-z0-9_=-]|^_(?=last_)/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function decodeSegment(encoded: string): string {
  const bytes = encoded.replace(/%([0-9a-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return encoded === EMPTY_SEGMENT ? "" : Buffer.from(bytes, "latin1").toString();
}
