import "rrweb-player/dist/style.css";
import "./page.css";
import { byId } from "./element.ts";
import { Playback } from "./playback.ts";
import { markRow, recordingRow, recordingTitle } from "./recording-list.ts";
import { ApiError, type Recording, RecordingsApi } from "./recordings-api.ts";

const PAGE_SIZE = 20;

const project = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const form = byId("key-form", HTMLFormElement);
const keyField = byId("key", HTMLInputElement);
const recordings = byId("recordings", HTMLElement);
const [newer, older] = [byId("newer", HTMLButtonElement), byId("older", HTMLButtonElement)];
const list = byId("list", HTMLOListElement);
const playerSection = byId("playback", HTMLElement);
const title = byId("title", HTMLHeadingElement);

/** Holds the key, which is stored nowhere else. */
let api = new RecordingsApi(project, "");
let offset = 0;
let playback: Playback | null = null;
/** Id of the recording that is shown. */
let playingId: string | undefined;

/** Runs the work and shows its error, if any. */
async function runReportingErrors(work: () => Promise<void>): Promise<void> {
  showMessage("error", "");
  try {
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // another recording was chosen
    showMessage("progress", "");
    showMessage(
      "error",
      error instanceof ApiError
        ? error.message
        : "This recording cannot be shown, because its snapshots are not in the format of rrweb.",
    );
    if (!(error instanceof ApiError)) console.error(error);
  }
}

function showMessage(id: "progress" | "error" | "range", text: string): void {
  byId(id, HTMLParagraphElement).textContent = text;
}

async function showList(from: number): Promise<void> {
  const { count, results } = await api.list(PAGE_SIZE, from);
  offset = from;
  form.hidden = true;
  recordings.hidden = false;
  const rows = results.map((recording) =>
    recordingRow(recording, (selected) => void runReportingErrors(() => playRecording(selected))),
  );
  list.replaceChildren(...rows);
  markRow(list, playingId);
  showMessage(
    "range",
    count === 0 ? "This project has no recordings yet." : `${from + 1} to ${from + results.length} of ${count}`,
  );
  newer.disabled = offset === 0;
  older.disabled = offset + results.length >= count;
}

async function playRecording(recording: Recording): Promise<void> {
  playback?.close();
  playingId = recording.id;
  markRow(list, playingId);
  playerSection.hidden = false;
  title.textContent = `${recordingTitle(recording)}, ${new Date(recording.start_time).toLocaleString()}`;
  title.focus();
  playerSection.scrollIntoView({ block: "start" });
  playback = new Playback(api, recording.id, (text) => showMessage("progress", text));
  await playback.run();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  api = new RecordingsApi(project, keyField.value.trim());
  keyField.value = "";
  void runReportingErrors(() => showList(0));
});
const changePage = (by: number) => () => void runReportingErrors(() => showList(Math.max(0, offset + by)));
newer.addEventListener("click", changePage(-PAGE_SIZE));
older.addEventListener("click", changePage(PAGE_SIZE));
byId("refresh", HTMLButtonElement).addEventListener("click", changePage(0));
byId("project", HTMLElement).textContent = project;
