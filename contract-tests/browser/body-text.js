/**
 * Returns the body of a document as text, to compare a page with its replay. Runs in the browser. Omits what a replay
 * must not have (scripts, event handlers) and what rrweb adds: its markers, `:hover` as a class, and the state of
 * fields as attributes. The state of fields is compared separately.
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
    .map(({ name, value }) => [name, normalize(name, value, base)])
    .filter(([name, value]) => name !== "class" || value !== "")
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
}

function normalize(name, value, base) {
  if (name === "class") return value.replace(/(^| ):hover( |$)/g, " ").trim();
  const isUrl = (name === "href" || name === "src") && !value.startsWith("javascript:");
  return isUrl ? new URL(value, base).href : value;
}

/** Returns the state of a field. */
function stateOf({ localName, value, checked }) {
  if (!["input", "select", "textarea"].includes(localName)) return [];
  return [`.value=${JSON.stringify(value)}`, `.checked=${checked === true}`];
}
