import {
  applyChanges,
  type PropertyChange,
  type PropertyMap,
  parseExactly,
  stringifyExactly,
} from "../../values/json.ts";

/** The property map that a column holds. */
export function readProperties(text: string): PropertyMap {
  return parseExactly(text) as PropertyMap;
}

/** The column's text after the changes; the same text where they change nothing. */
export function changeProperties(text: string, changes: Iterable<PropertyChange>): string {
  return stringifyExactly(applyChanges(readProperties(text), changes));
}
