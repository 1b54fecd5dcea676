import { isDeepStrictEqual } from "node:util";
import { isPropertyMap, type PropertyMap } from "../values/json.ts";

/** A changed path of a JSON value, such as `filters.groups[0].rollout_percentage`. */
export interface JsonDifference {
  readonly path: string;
  /** Absent if the path was added. */
  readonly before?: unknown;
  /** Absent if the path was removed. */
  readonly after?: unknown;
}

/** Returns the paths at which the values differ. */
export function jsonDifferences(before: unknown, after: unknown, path = ""): JsonDifference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isPropertyMap(before) && isPropertyMap(after)) return mapDifferences(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path);
  return [{ path, before, after }];
}

function mapDifferences(before: PropertyMap, after: PropertyMap, path: string): JsonDifference[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    memberDifferences(
      Object.hasOwn(before, key) ? [before[key]] : [],
      Object.hasOwn(after, key) ? [after[key]] : [],
      joinPath(path, key),
    ),
  );
}

function listDifferences(before: readonly unknown[], after: readonly unknown[], path: string): JsonDifference[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, index) =>
    memberDifferences(before.slice(index, index + 1), after.slice(index, index + 1), `${path}[${index}]`),
  ).flat();
}

/** Each side is a list of one value, or empty if the member is absent. */
function memberDifferences(before: readonly unknown[], after: readonly unknown[], path: string): JsonDifference[] {
  if (before.length === 0) return [{ path, after: after[0] }];
  if (after.length === 0) return [{ path, before: before[0] }];
  return jsonDifferences(before[0], after[0], path);
}

function joinPath(path: string, key: string): string {
  if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}
