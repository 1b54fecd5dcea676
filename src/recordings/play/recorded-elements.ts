import { isPropertyMap } from "../../lib/json/json.ts";

interface RecordedElement {
  readonly tag: string;
  readonly parent: number;
  /** What the page says of it: a label, or the beginning of the text within. */
  readonly label: string;
  text: string;
}

/** Elements of larger pages are left out. */
const MAX_ELEMENTS = 50_000;
const MAX_LABEL = 80;
/** How far up a text counts, and how far up an element with a text is looked for. */
const LEVELS = 3;
const LABELS = ["aria-label", "placeholder", "alt", "title", "name", "id"];

/** The elements of a recorded page, as words. */
export class RecordedElements {
  readonly #byId = new Map<unknown, RecordedElement>();

  /** Takes the document of a full snapshot. */
  replace(document: unknown): void {
    this.#byId.clear();
    this.#add(document, 0);
  }

  /** Takes what a mutation adds and the texts that it changes. */
  change(adds: unknown, texts: unknown): void {
    for (const { parentId, node } of listOf(adds)) this.#add(node, Number(parentId));
    for (const { id, value } of listOf(texts)) {
      const known = this.#byId.get(id);
      if (known && typeof value === "string") this.#addText(value, known.parent);
    }
  }

  /** Returns the element, or the nearest one around it that has a text: `button "Add to cart"`. */
  describe(id: unknown): string {
    const own = this.#byId.get(id);
    let element = own;
    for (let level = 0; level < LEVELS && element && nameOf(element) === ""; level++) {
      element = this.#byId.get(element.parent);
    }
    if (!own) return "an unknown element";
    return element && nameOf(element) !== "" ? `${element.tag} "${nameOf(element)}"` : own.tag;
  }

  #add(root: unknown, parentId: number): void {
    for (let open = [{ node: root, parentId }]; open.length > 0; ) {
      const { node, parentId: parent } = open.pop() ?? { node: null, parentId: 0 };
      if (!isPropertyMap(node) || this.#byId.size >= MAX_ELEMENTS) continue;
      const { id, tagName, textContent, attributes, childNodes } = node;
      if (typeof textContent === "string") {
        this.#byId.set(id, { tag: "", parent, label: "", text: "" });
        this.#addText(textContent, parent);
        continue;
      }
      const own = isPropertyMap(attributes) ? attributes : {};
      const label = LABELS.map((name) => own[name]).find((value) => typeof value === "string" && value !== "");
      this.#byId.set(id, {
        tag: String(tagName ?? "page"),
        parent,
        label: String(label ?? "").slice(0, MAX_LABEL),
        text: "",
      });
      const children = listOf(childNodes).map((child) => ({ node: child, parentId: Number(id) }));
      open.push(...children.reverse());
    }
  }

  #addText(text: string, parent: number): void {
    const words = text.replaceAll(/\s+/g, " ").trim();
    let element = this.#byId.get(parent);
    if (words === "" || element?.tag === "style" || element?.tag === "script") return;
    for (let level = 0; level < LEVELS && element; level++) {
      element.text = `${element.text} ${words}`.trim().slice(0, MAX_LABEL);
      element = this.#byId.get(element.parent);
    }
  }
}

/** Prefers a text that ends to one that was cut, which is of many things. */
function nameOf({ text, label }: RecordedElement): string {
  return text !== "" && text.length < MAX_LABEL ? text : label || text;
}

function listOf(value: unknown) {
  return Array.isArray(value) ? value.filter(isPropertyMap) : [];
}
