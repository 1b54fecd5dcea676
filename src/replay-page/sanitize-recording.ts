/** Link hints, and documents as text, which may contain frames and links. */
const REMOVED_ATTRIBUTES = /^(?:rel|srcdoc)$/i;
const FRAME = /^i?frame$/i;
const SOURCE_ATTRIBUTE = /^src$/i;
/** Needs no connection, and may be the only copy of an image. */
const DATA_IMAGE = /^data:image\//i;

interface SerializedNode {
  /** Absent in changes of attributes. */
  readonly tagName?: string;
  readonly attributes: Record<string, unknown>;
}

/**
 * A reviver for `JSON.parse` that removes attributes by which recorded pages make a browser connect to other hosts. The
 * content security policy blocks such requests, but Chromium opens connections for frames before it checks the policy.
 */
export function sanitizeReviver(name: string, value: unknown): unknown {
  if (REMOVED_ATTRIBUTES.test(name)) return undefined;
  if (!hasAttributes(value) || !(value.tagName === undefined || FRAME.test(value.tagName))) return value;
  for (const [attribute, address] of Object.entries(value.attributes)) {
    if (SOURCE_ATTRIBUTE.test(attribute) && !DATA_IMAGE.test(String(address))) delete value.attributes[attribute];
  }
  return value;
}

function hasAttributes(value: unknown): value is SerializedNode {
  return typeof value === "object" && value !== null && "attributes" in value && value.attributes instanceof Object;
}
