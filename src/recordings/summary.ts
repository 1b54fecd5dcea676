import { isPropertyMap, type PropertyMap, propertyOf } from "../lib/json/json.ts";
import { type ActiveHour, activeHours } from "../store/active-hours.ts";
import type { SnapshotSummary } from "../store/snapshot-summary.ts";
import {
  CONSOLE_PLUGIN,
  eventData,
  INCREMENTAL_SNAPSHOT,
  INCREMENTAL_SOURCE,
  MOUSE_INTERACTION,
  PLUGIN_EVENT,
  type RrwebEvent,
} from "./rrweb.ts";

/** Sources that show an active user. */
const INTERACTIONS: readonly unknown[] = Object.values(INCREMENTAL_SOURCE);
const CLICKS: readonly unknown[] = Object.values(MOUSE_INTERACTION);
const MOUSE_ACTIVITY: readonly unknown[] = [
  INCREMENTAL_SOURCE.mouseMove,
  INCREMENTAL_SOURCE.mouseInteraction,
  INCREMENTAL_SOURCE.touchMove,
];

/** Truncates longer addresses; in characters. */
const MAX_URL_LENGTH = 4096;

type Counts = {
  -readonly [Name in keyof SnapshotSummary as SnapshotSummary[Name] extends number ? Name : never]: number;
};

/** Needs at least one event, in any order. */
export function summarize(
  events: readonly RrwebEvent[],
  distinctId: string,
): { summary: SnapshotSummary; activity: ActiveHour[] } {
  const counts: Counts = {
    firstMs: Number.POSITIVE_INFINITY,
    lastMs: Number.NEGATIVE_INFINITY,
    clicks: 0,
    keypresses: 0,
    mouseActivity: 0,
    consoleLog: 0,
    consoleWarn: 0,
    consoleError: 0,
  };
  let startUrl: SnapshotSummary["startUrl"] = null;
  const interactions: number[] = [];
  for (const event of events) {
    const at = Math.floor(event.timestamp);
    const data = eventData(event);
    counts.firstMs = Math.min(counts.firstMs, at);
    counts.lastMs = Math.max(counts.lastMs, at);
    if (event.type === INCREMENTAL_SNAPSHOT) {
      countInteraction(counts, data);
      if (INTERACTIONS.includes(propertyOf(data, "source"))) interactions.push(at);
    } else if (event.type === PLUGIN_EVENT) countConsole(counts, data);
    const url = urlOf(data);
    if (url !== null && (!startUrl || at < startUrl.at || (at === startUrl.at && url < startUrl.url))) {
      startUrl = { at, url };
    }
  }
  return { summary: { ...counts, distinctId, startUrl }, activity: activeHours(interactions) };
}

function countInteraction(counts: Counts, data: PropertyMap): void {
  const source = propertyOf(data, "source");
  if (source === INCREMENTAL_SOURCE.mouseInteraction && CLICKS.includes(propertyOf(data, "type"))) counts.clicks += 1;
  if (source === INCREMENTAL_SOURCE.input) counts.keypresses += 1;
  if (MOUSE_ACTIVITY.includes(source)) counts.mouseActivity += 1;
}

function countConsole(counts: Counts, data: PropertyMap): void {
  if (propertyOf(data, "plugin") !== CONSOLE_PLUGIN) return;
  const payload = propertyOf(data, "payload");
  const level = isPropertyMap(payload) ? propertyOf(payload, "level") : undefined;
  if (level === "warn") counts.consoleWarn += 1;
  else if (level === "error" || level === "assert") counts.consoleError += 1;
  else counts.consoleLog += 1;
}

function urlOf(data: PropertyMap): string | null {
  const href = propertyOf(data, "href");
  return typeof href === "string" && href !== "" ? href.slice(0, MAX_URL_LENGTH) : null;
}
