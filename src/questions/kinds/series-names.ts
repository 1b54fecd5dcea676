import type { EventCondition, EventsNode } from "./matching-events.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const ALL_EVENTS = "All events";

export type Named = Pick<EventsNode, "event" | "name" | "custom_name" | "math"> & Pick<EventCondition, "action">;

export function seriesName({ event, name, custom_name, action }: Named): string {
  return custom_name ?? name ?? action?.name ?? event ?? ALL_EVENTS;
}

/** Returns how results describe the series. */
export function actionOf({ event, math = "total", action }: Named, order: number) {
  if (action) return { id: action.id, type: "actions", order, name: action.name, math };
  return { id: event ?? null, type: "events", order, name: event ?? ALL_EVENTS, math };
}

/** Returns `10-Mar-2024`, or `10-Mar-2024 13:00`, with an offset if the day has one. */
export function labelOf(day: string): string {
  const [date = "", time] = day.split(" ");
  const [year, month, dayOfMonth] = date.split("-").map(Number);
  const text = `${dayOfMonth}-${MONTHS[(month ?? 1) - 1]}-${year}`;
  return time === undefined ? text : `${text} ${time.slice(0, 5)}${time.slice(8)}`;
}
