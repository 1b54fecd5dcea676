import "rrweb-player/dist/style.css";
import "./page.css";
import { byId } from "./element.ts";
import { Playback } from "./playback.ts";
import { markRow, recordingRow, recordingTitle } from "./recording-list.ts";
import { ApiError, type Recording, RecordingsApi } from "./recordings-api.ts";

const PAGE_SIZE = 20;

const project = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const form = byId("entrance", HTMLFormElement);
const keyField = byId("key", HTMLInputElement);
const recordings = byId("recordings", HTMLElement);
const [newer, older] = [byId("newer", HTMLButtonElement), byId("older", HTMLButtonElement)];
const list = byId("list", HTMLOListElement);
const playerSection = byId("theatre", HTMLElement);
const title = byId("title", HTMLHeadingElement);

/** With the key: here, and nowhere else. */
let api = new RecordingsApi(project, "");
let offset = 0;
let playback: Playback | null = null;
/** The id of the recording that is shown. */
let playingId: string | undefined;

/** Does what was asked for, and says what went wrong. */
async function runReportingErrors(work: () => Promise<void>): Promise<void> {
  showMessage("fault", "");
  try {
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // the recording was left
    showMessage("progress", "");
    showMessage(
      "fault",
      error instanceof ApiError ? error.message : "This recording cannot be shown: it is not as rrweb makes them.",
    );
    if (!(error instanceof ApiError)) console.error(error);
  }
}

function showMessage(id: "progress" | "fault" | "range", text: string): void {
  byId(id, HTMLParagraphElement).textContent = text;
}

async function showList(from: number): Promise<void> {
  const { count, results } = await api.list(PAGE_SIZE, from);
  offset = from;
  form.hidden = true;
  recordings.hidden = false;
  const rows = results.map((recording) =>
    recordingRow(recording, (chosen) => void runReportingErrors(() => playRecording(chosen))),
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
byId("again", HTMLButtonElement).addEventListener("click", changePage(0));
byId("project", HTMLElement).textContent = project;
