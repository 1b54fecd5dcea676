import { randomBytes } from "node:crypto";

type Reviver = (key: string, value: unknown) => unknown;

/**
 * Parses JSON as `JSON.parse` should. Node 24 and 26 take a name with an escape sequence for another, if an object of
 * the same shape had one with a backslash: https://github.com/nodejs/node/issues/63785
 */
export const parseJsonText: (text: string, reviver?: Reviver) => unknown = misreadsNames()
  ? parseWithoutEscapedNames
  : JSON.parse;

/** Uses the first object at the end: the fault needs its shape, which could otherwise be collected. */
function misreadsNames(): boolean {
  const [backslash, quote] = ['{"first":[],"\\\\":0}', '{"first":1,"\\"":2}'].map((text) => JSON.parse(text));
  return Object.hasOwn(quote, "\\") && Object.hasOwn(backslash, "\\");
}

/** Bounds memory and time: names may be misread in texts with more, which only hostile clients send. */
const [MAX_CHARACTERS, MAX_NAMES] = [4 * 1024 * 1024, 1000];

/** Parses as on a version with the fault; exported for tests. */
export function parseWithoutEscapedNames(text: string, reviver?: Reviver): unknown {
  if (text.length > MAX_CHARACTERS || !mayHaveEscapedName(text)) return JSON.parse(text, reviver);
  const { unescaped, names } = unescapeNames(text);
  const value = JSON.parse(unescaped, reviver);
  return names.length === 0 ? value : restoreNames(value, names);
}

/** Returns whether a string with a backslash is before a colon. */
function mayHaveEscapedName(text: string): boolean {
  for (let index = text.indexOf("\\"); index !== -1; index = text.indexOf("\\", index)) {
    index = afterString(text, index);
    if (isBeforeColon(text, index)) return true;
  }
  return false;
}

/** Stands for a name that cannot be written without an escape sequence, with the index of the name. */
const MARK = randomBytes(6).toString("base64url");
const NEEDS_ESCAPE = /["\\\p{Cc}]/u;

/** Writes names without escape sequences. Changes nothing else, so that invalid text stays invalid. */
function unescapeNames(text: string): { unescaped: string; names: readonly string[] } {
  const parts: string[] = [];
  const names: string[] = [];
  let [copied, end, backslash] = [0, 0, text.indexOf("\\")];
  while (backslash !== -1 && names.length < MAX_NAMES) {
    const start = text.indexOf('"', end);
    if (start === -1) break;
    end = afterString(text, start + 1);
    if (end <= backslash) continue;
    const isName = backslash > start && isBeforeColon(text, end);
    backslash = text.indexOf("\\", end);
    if (!isName) continue;
    const name = JSON.parse(text.slice(start, end)) as string;
    parts.push(text.slice(copied, start), `"${NEEDS_ESCAPE.test(name) ? MARK + (names.push(name) - 1) : name}"`);
    copied = end;
  }
  return { unescaped: parts.join("") + text.slice(copied), names };
}

/** Returns the index behind the string that goes on at `start`; the end of the text if it has no end. */
function afterString(text: string, start: number): number {
  let quote = text.indexOf('"', start);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

/** Returns true after an odd number of backslashes. */
export function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text.charCodeAt(first - 1) === 0x5c) first -= 1;
  return (index - first) % 2 === 1;
}

function isBeforeColon(text: string, start: number): boolean {
  let index = start;
  while (index < text.length && " \t\r\n".includes(text.charAt(index))) index += 1;
  return text.charAt(index) === ":";
}

/** Returns the value with the names for the marks: changed in place, except objects of which a name is a mark. */
function restoreNames(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = restoreNames(value[index], names);
    return value;
  }
  const map = value as Record<string, unknown>;
  let hasMarks = false;
  for (const key in map) {
    map[key] = restoreNames(map[key], names);
    hasMarks ||= key.startsWith(MARK);
  }
  if (!hasMarks) return map;
  const nameOf = (key: string) => (key.startsWith(MARK) ? names[Number(key.slice(MARK.length))] : key);
  return Object.fromEntries(Object.entries(map).map(([key, item]) => [nameOf(key), item]));
}
