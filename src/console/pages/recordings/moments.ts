import type { ConsoleLine, NetworkRequest } from "./playback/log-entries.ts";
import type { SessionEvent } from "./recordings-api.ts";

export interface Moment {
  readonly key: string;
  readonly kind: "event" | "console" | "network";
  readonly at: number;
  readonly title: string;
  readonly detail: string;
  readonly tone: "plain" | "warning" | "error";
}

const NAMES: Readonly<Record<string, string>> = {
  $pageview: "Page viewed",
  $pageleave: "Page left",
  $autocapture: "Interaction",
  $rageclick: "Rage click",
  $identify: "Identified",
  $exception: "Exception",
  $web_vitals: "Web vitals",
};
const TONES = { log: "plain", warn: "warning", error: "error" } as const;
const MIN_ERROR_STATUS = 400;

export function toMoments(
  events: readonly SessionEvent[],
  lines: readonly ConsoleLine[],
  requests: readonly NetworkRequest[],
): Moment[] {
  const moments = [
    ...events.map(ofEvent),
    ...lines.map(({ at, level, text }, index) => {
      return { key: `c${index}`, kind: "console" as const, at, title: text, detail: level, tone: TONES[level] };
    }),
    ...requests.map(ofRequest),
  ];
  return moments.sort((one, other) => one.at - other.at);
}

function ofEvent({ id, event, timestamp, properties }: SessionEvent): Moment {
  const { $current_url, $el_text, $event_type, $exception_message } = properties;
  const details = [event === "$autocapture" && $event_type, $el_text, $exception_message, $current_url];
  return {
    key: `e${id}`,
    kind: "event",
    at: Date.parse(timestamp),
    title: NAMES[event] ?? event,
    detail: details.filter((detail) => typeof detail === "string" && detail !== "").join(" · "),
    tone: event === "$exception" ? "error" : "plain",
  };
}

function ofRequest({ at, method, url, status, durationMs }: NetworkRequest, index: number): Moment {
  const details = [
    status === null ? "no status" : String(status),
    durationMs !== null && `${Math.round(durationMs)} ms`,
  ];
  const isError = status !== null && status >= MIN_ERROR_STATUS;
  return {
    key: `n${index}`,
    kind: "network",
    at,
    title: `${method} ${url}`,
    detail: details.filter(Boolean).join(" · "),
    tone: isError ? "error" : "plain",
  };
}
