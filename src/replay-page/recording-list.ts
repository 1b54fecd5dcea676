import { createElement } from "./element.ts";
import { isLive } from "./live.ts";
import type { Recording } from "./recordings-api.ts";

/** Returns a row of the list, which calls `choose` when it is clicked. */
export function recordingRow(recording: Recording, choose: (recording: Recording) => void): HTMLLIElement {
  const row = createElement("li");
  const button = createElement("button", { type: "button", className: "recording" });
  const title = createElement("span", { className: "recording-title", textContent: recordingTitle(recording) });
  if (isLive(recording.end_time)) title.append(" ", createElement("span", { className: "live", textContent: "Live" }));
  button.dataset.id = recording.id;
  button.append(
    title,
    createElement("span", { className: "recording-url", textContent: recording.start_url ?? "Unknown page" }),
    createElement("span", { className: "recording-details", textContent: recordingDetails(recording) }),
  );
  button.addEventListener("click", () => choose(recording));
  row.append(button);
  return row;
}

/** Marks the row of the recording with this id, if it is in the list. */
export function markRow(list: HTMLElement, id: string | undefined): void {
  for (const button of list.querySelectorAll<HTMLElement>(".recording")) {
    button.setAttribute("aria-current", String(button.dataset.id === id));
  }
}

export function recordingTitle({ person, distinct_id }: Recording): string {
  return person?.name ?? distinct_id;
}

function recordingDetails(recording: Recording): string {
  const start = new Date(recording.start_time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const clicks = `${recording.click_count} ${recording.click_count === 1 ? "click" : "clicks"}`;
  const seen = recording.viewed === "true" ? ["seen"] : [];
  return [start, formatDuration(recording.recording_duration), clicks, ...seen].join(" · ");
}

function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
