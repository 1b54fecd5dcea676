import { applyChanges, type PropertyChange, type PropertyMap } from "../../properties.ts";

/** The property map that a column holds. */
export function readProperties(text: string): PropertyMap {
  return JSON.parse(text) as PropertyMap;
}

/** The column's text after the changes; the same text where they change nothing. */
export function changeProperties(text: string, changes: Iterable<PropertyChange>): string {
  return JSON.stringify(applyChanges(readProperties(text), changes));
}
