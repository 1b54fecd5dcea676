import { parseExactly, stringifyExactly } from "../../values/exact-json.ts";
import { applyChanges, type PropertyChange, type PropertyMap } from "../../values/properties.ts";

/** The property map that a column holds. */
export function readProperties(text: string): PropertyMap {
  return parseExactly(text) as PropertyMap;
}

/** The column's text after the changes; the same text where they change nothing. */
export function changeProperties(text: string, changes: Iterable<PropertyChange>): string {
  return stringifyExactly(applyChanges(readProperties(text), changes));
}
