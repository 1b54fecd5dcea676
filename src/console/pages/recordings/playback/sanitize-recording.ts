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
 * Removes, as a reviver of `JSON.parse`, event handlers and attributes that make browsers connect to other hosts:
 * Chromium opens connections for frames before it checks the content security policy.
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
