import {
  applyChanges,
  type PropertyChange,
  type PropertyMap,
  parseExactly,
  stringifyExactly,
} from "../../values/json.ts";

/** Returns the property map in a column. */
export function readProperties(text: string): PropertyMap {
  return parseExactly(text) as PropertyMap;
}

/** Returns the column's text after the changes; the same text if they change nothing. */
export function changeProperties(text: string, changes: Iterable<PropertyChange>): string {
  return stringifyExactly(applyChanges(readProperties(text), changes));
}
