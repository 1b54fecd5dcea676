/** Returns the words of a name as one word in Pascal case; a name without letters gets the prefix only. */
export function pascalCase(name: string, prefix = "X"): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  const text = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(text) ? text : prefix + text;
}

/** Returns the name, or the first numbered one that is not taken, and takes it. */
export function uniqueName(name: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const unique = number === 1 ? name : `${name}${number}`;
    if (taken.has(unique)) continue;
    taken.add(unique);
    return unique;
  }
}

/** Returns text as one line that ends no comment. */
export function commentText(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("*/", "* /").replaceAll('"""', "'''").trim();
}
