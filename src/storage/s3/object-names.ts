/** Begins an escape: the code unit's four hexadecimal digits follow. */
const ESCAPE = "!";

/**
 * The object's name for a key. Letters, digits, `-`, `_`, `/` and `.` stand for themselves, but for what servers and proxies give a meaning to: `/` at the
 * beginning or after another, `.` at the beginning of a segment. How a character is written depends only on those before it, so that
 * the names of keys with the same beginning have the same beginning.
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

/** The key of an object; null for an object that is none of ours. */
export function keyOfName(name: string): string | null {
  const key = name.replace(/!([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return nameOfKey(key) === name ? key : null;
}

/** The name of an object that no key has. */
export const PROBE_NAME = `${ESCAPE}probe`;
