/** A link's hints, and pages as a text, which may have frames and links of their own. */
const REMOVED_ATTRIBUTES = /^(?:rel|srcdoc)$/i;
const FRAME = /^i?frame$/i;
const SOURCE_ATTRIBUTE = /^src$/i;
/** Connects to nobody, and may be all that there is of a picture. */
const DATA_IMAGE = /^data:image\//i;

interface SerializedNode {
  /** Absent where attributes change later: the change does not say of what. */
  readonly tagName?: string;
  readonly attributes: Record<string, unknown>;
}

/**
 * For `JSON.parse`: recorded pages without the attributes by which a browser connects to hosts that a page names. The page's policy lets nothing be loaded
 * from them, and yet a browser may open the connection before it asks the policy, as Chromium does for frames.
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
