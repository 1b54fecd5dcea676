/** Link hints, and documents as text, which may contain frames and links. */
const REMOVED_ATTRIBUTES = /^(?:rel|srcdoc)$/i;
/** The sandbox does not run them; without them, browsers need not report so. */
const EVENT_HANDLER = /^on/i;
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
 * A reviver for `JSON.parse` that removes attributes by which recorded pages make a browser connect to other hosts, and
 * event handlers. The content security policy blocks such requests, but Chromium opens connections for frames before it
 * checks the policy.
 */
export function sanitizeReviver(name: string, value: unknown): unknown {
  if (REMOVED_ATTRIBUTES.test(name)) return undefined;
  if (!hasAttributes(value)) return value;
  const mayBeFrame = value.tagName === undefined || FRAME.test(value.tagName);
  for (const [attribute, address] of Object.entries(value.attributes)) {
    const connects = mayBeFrame && SOURCE_ATTRIBUTE.test(attribute) && !DATA_IMAGE.test(String(address));
    if (connects || EVENT_HANDLER.test(attribute)) delete value.attributes[attribute];
  }
  return value;
}

function hasAttributes(value: unknown): value is SerializedNode {
  return typeof value === "object" && value !== null && "attributes" in value && value.attributes instanceof Object;
}
