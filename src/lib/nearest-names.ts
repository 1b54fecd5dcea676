const MAX_NAMES = 3;
const MAX_LENGTH = 60;

/** Returns up to three names that a mistyped one may mean, the most similar first. */
export function nearestNames(name: string, names: Iterable<string>): string[] {
  const wanted = normalize(name);
  const maxDifferences = Math.max(1, Math.floor(wanted.length / 3));
  const ranked = [...names].map((other) => ({ other, differences: differencesOf(wanted, normalize(other)) }));
  return ranked
    .filter(({ differences }) => differences <= maxDifferences)
    .toSorted((one, other) => one.differences - other.differences)
    .slice(0, MAX_NAMES)
    .map(({ other }) => other);
}

/** Counts words in another order, and a name within another, as one difference. */
function differencesOf(a: string, b: string): number {
  if (a === b) return 0;
  const isPart = Math.min(a.length, b.length) > 3 && (a.includes(b) || b.includes(a));
  const [sortedA = "", sortedB = ""] = [a, b].map((text) => text.split(" ").toSorted().join(" "));
  return isPart || sortedA === sortedB ? 1 : countDifferences(a, b);
}

function normalize(name: string): string {
  const words = name.slice(0, MAX_LENGTH).replaceAll(/([a-z])([A-Z])/g, "$1 $2");
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Computes the Levenshtein distance. */
export function countDifferences(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, character] of [...a].entries()) {
    const current = [row + 1];
    for (let column = 0; column < b.length; column++) {
      const replaced = (previous[column] ?? 0) + (character === b[column] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
