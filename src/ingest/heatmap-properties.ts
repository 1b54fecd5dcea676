import { isPropertyMap, type PropertyMap } from "../lib/json/json.ts";
import { parseJsonText } from "../lib/json/parse-json-text.ts";

/** Limits of an event: a library sends one every five seconds, with some points of one page. */
const [MAX_POINTS, MAX_ADDRESS, MAX_TYPE, MAX_PLACE] = [1000, 2000, 20, 1_000_000];
const SCALARS = ["$session_id", "$window_id", "$viewport_width", "$viewport_height"];

interface Point {
  readonly x: number;
  readonly y: number;
  readonly target_fixed: boolean;
  readonly type: string;
}

/**
 * Returns the JSON of those properties of a heatmap event that heatmaps need: the window, and valid points by the
 * address of their page. The others, which libraries add to each event, would take ten times the space.
 */
export function heatmapProperties(json: string): string {
  const properties = parseJsonText(json) as PropertyMap;
  const kept: Record<string, unknown> = {};
  for (const name of SCALARS) {
    const value = properties[name];
    if (typeof value === "number" || (typeof value === "string" && value.length <= MAX_ADDRESS)) kept[name] = value;
  }
  const pages: [string, readonly Point[]][] = [];
  let left = MAX_POINTS;
  for (const [address, points] of Object.entries(asObject(properties["$heatmap_data"]))) {
    if (!Array.isArray(points) || address.length > MAX_ADDRESS) continue;
    const valid = points.slice(0, left).flatMap(readPoint);
    left -= valid.length;
    if (valid.length > 0) pages.push([address, valid]);
  }
  return JSON.stringify({ ...kept, $heatmap_data: Object.fromEntries(pages) });
}

function readPoint(value: unknown): Point[] {
  const { x, y, target_fixed, type } = asObject(value);
  const isValid = isPlace(x) && isPlace(y) && typeof type === "string" && type !== "" && type.length <= MAX_TYPE;
  return isValid ? [{ x: Math.round(x), y: Math.round(y), target_fixed: target_fixed === true, type }] : [];
}

const isPlace = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= MAX_PLACE;

const asObject = (value: unknown): PropertyMap => (isPropertyMap(value) ? value : {});
