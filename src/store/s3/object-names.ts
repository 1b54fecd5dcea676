/** Begins an escape; the four hexadecimal digits of the UTF-16 code unit follow. */
const ESCAPE = "!";

/**
 * Escapes all but letters, digits, `-`, `_`, `/` and `.`; also an empty segment's `/` and a segment's leading `.`,
 * which servers and proxies interpret. Names of keys with a common prefix have a common prefix.
 */
export function nameOfKey(key: string): string {
  let name = "";
  for (let index = 0; index < key.length; index++) {
    const unit = key.charAt(index);
    const startsSegment = index === 0 || key[index - 1] === "/";
    const plain = startsSegment ? /[A-Za-z0-9_-]/ : /[A-Za-z0-9_./-]/;
    name += plain.test(unit) ? unit : ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, "0");
  }
  return name;
}

/** Returns null for a foreign object. */
export function keyOfName(name: string): string | null {
  const key = name.replace(/!([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return nameOfKey(key) === name ? key : null;
}

export const PROBE_NAME = `${ESCAPE}probe`;
