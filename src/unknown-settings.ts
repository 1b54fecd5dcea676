import { SETTINGS } from "./config.ts";

const PREFIX = "SIGHTLINE_";
const MAX_DIFFERENCES = 2;
/** Shorter names resemble too much. */
const MIN_COMPARED_LENGTH = 6;

/** Returns a sentence for each variable that is not a setting, but resembles one. */
export function findUnknownSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(SETTINGS);
  return Object.keys(environment)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((setting) => resembles(name, setting));
      return meant === undefined ? [] : [`${name} is not a setting and is ignored: did you mean ${meant}?`];
    });
}

function resembles(name: string, setting: string): boolean {
  const [a, b] = [normalize(name), normalize(setting)];
  if (a === b) return true;
  if (Math.min(a.length, b.length) < MIN_COMPARED_LENGTH || Math.abs(a.length - b.length) > MAX_DIFFERENCES)
    return false;
  return countDifferences(a, b) <= MAX_DIFFERENCES;
}

function normalize(name: string): string {
  const upper = name.toUpperCase();
  return (upper.startsWith(PREFIX) ? upper.slice(PREFIX.length) : upper).replaceAll(/[^A-Z0-9]/g, "");
}

/** Returns the Levenshtein distance: how many characters to insert, remove or replace. */
function countDifferences(a: string, b: string): number {
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
