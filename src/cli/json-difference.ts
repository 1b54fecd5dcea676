import { isDeepStrictEqual } from "node:util";
import { isPropertyMap, type PropertyMap } from "../values/properties.ts";

const MAX_VALUE_CHARACTERS = 60;

/** How one JSON value became another, a line for each place, such as `filters.groups[0].rollout_percentage 10 → 50`. */
export function jsonDifferences(before: unknown, after: unknown, place = ""): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isPropertyMap(before) && isPropertyMap(after)) return mapDifferences(before, after, place);
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, place);
  return [`${place} ${formatValue(before)} → ${formatValue(after)}`.trimStart()];
}

function mapDifferences(before: PropertyMap, after: PropertyMap, place: string): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    memberDifferences(
      Object.hasOwn(before, key) ? [before[key]] : [],
      Object.hasOwn(after, key) ? [after[key]] : [],
      joinPath(place, key),
    ),
  );
}

function listDifferences(before: readonly unknown[], after: readonly unknown[], place: string): string[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, index) =>
    memberDifferences(before.slice(index, index + 1), after.slice(index, index + 1), `${place}[${index}]`),
  ).flat();
}

/** The two sides hold one value, or none where there is none. */
function memberDifferences(before: readonly unknown[], after: readonly unknown[], place: string): string[] {
  if (before.length === 0) return [`${place} added: ${formatValue(after[0])}`];
  if (after.length === 0) return [`${place} removed: ${formatValue(before[0])}`];
  return jsonDifferences(before[0], after[0], place);
}

function joinPath(place: string, key: string): string {
  if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `${place}[${JSON.stringify(key)}]`;
  return place === "" ? key : `${place}.${key}`;
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}
