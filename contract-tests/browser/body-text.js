/**
 * A document's body as text, to compare a page with its replay. Left out is what a replay must not have (scripts, handlers of events) and
 * what rrweb adds to it: its marks, `:hover` as a class, and what a visitor did to fields as attributes (that is compared as their state). Runs in
 * the browser.
 */
window.bodyText = (document, base) => {
  const lines = [];
  const visit = (node, depth) => {
    const indent = "  ".repeat(depth);
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent.replace(/\s+/g, " ").trim();
      if (text !== "") lines.push(`${indent}"${text}"`);
    }
    if (node.nodeType !== Node.ELEMENT_NODE || ["script", "noscript", "style"].includes(node.localName)) return;
    lines.push(
      `${indent}${node.localName} ${[...attributesOf(node, base), ...stateOf(node)].sort().join(" ")}`.trimEnd(),
    );
    for (const child of node.childNodes) visit(child, depth + 1);
    if (node.localName === "iframe" && node.contentDocument) visit(node.contentDocument.body, depth + 1);
  };
  visit(document.body, 0);
  return lines.join("\n");
};

function attributesOf(element, base) {
  return [...element.attributes]
    .filter(({ name }) => !/^(_?on|rr_)|^(srcdoc|sandbox|autocomplete|value|checked|selected)$/.test(name))
    .map(({ name, value }) => [name, readable(name, value, base)])
    .filter(([name, value]) => name !== "class" || value !== "")
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
}

function readable(name, value, base) {
  if (name === "class") return value.replace(/(^| ):hover( |$)/g, " ").trim();
  const isAddress = (name === "href" || name === "src") && !value.startsWith("javascript:");
  return isAddress ? new URL(value, base).href : value;
}

/** What a visitor did to a field. */
function stateOf({ localName, value, checked }) {
  if (!["input", "select", "textarea"].includes(localName)) return [];
  return [`.value=${JSON.stringify(value)}`, `.checked=${checked === true}`];
}
