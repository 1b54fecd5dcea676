/** What must not be in a log, whatever an engine's error says; each is bounded, so that no text takes long. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bph([cx])_[\w-]+/g, "ph$1_…"],
  [/\binv_\w{43}\b/g, "inv_…"],
  [/\/\/[^\s/@"\\]{1,256}@/g, "//…@"],
  [/[\w.!#$%&'*+=?^`{|}~-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){0,8}\.[a-z]{2,63}\b/gi, "…@…"],
];

/** Returns the text without API keys, secrets of invites, credentials in URLs, and mail addresses. */
export function redact(text: string): string {
  return SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}
