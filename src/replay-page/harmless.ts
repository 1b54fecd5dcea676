/** A link's hints, and pages as a text, which may have frames and links of their own. */
const LEFT_OUT = /^(?:rel|srcdoc)$/i;
const FRAME = /^i?frame$/i;
const ADDRESS = /^src$/i;
/** Connects to nobody, and may be all that there is of a picture. */
const PICTURE = /^data:image\//i;

interface Attributed {
  /** Absent where attributes change later: the change does not say of what. */
  readonly tagName?: string;
  readonly attributes: Record<string, unknown>;
}

/**
 * For `JSON.parse`: recorded pages without the attributes by which a browser connects to hosts that a page names. The page's policy lets nothing be loaded
 * from them, and yet a browser may open the connection before it asks the policy, as Chromium does for frames.
 */
export function harmless(name: string, value: unknown): unknown {
  if (LEFT_OUT.test(name)) return undefined;
  if (!isAttributed(value) || !(value.tagName === undefined || FRAME.test(value.tagName))) return value;
  for (const [attribute, address] of Object.entries(value.attributes)) {
    if (ADDRESS.test(attribute) && !PICTURE.test(String(address))) delete value.attributes[attribute];
  }
  return value;
}

function isAttributed(value: unknown): value is Attributed {
  return typeof value === "object" && value !== null && "attributes" in value && value.attributes instanceof Object;
}
