import "rrweb-player/dist/style.css";
import "./page.css";
import { type Recording, RecordingsApi, Refusal } from "./api.ts";
import { byId } from "./element.ts";
import { markRow, nameOf, recordingRow } from "./list.ts";
import { Screening } from "./screening.ts";

const PAGE_SIZE = 20;

const project = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const form = byId("entrance", HTMLFormElement);
const keyField = byId("key", HTMLInputElement);
const recordings = byId("recordings", HTMLElement);
const [newer, older] = [byId("newer", HTMLButtonElement), byId("older", HTMLButtonElement)];
const list = byId("list", HTMLOListElement);
const theatre = byId("theatre", HTMLElement);
const title = byId("title", HTMLHeadingElement);

/** With the key: here, and nowhere else. */
let api = new RecordingsApi(project, "");
let offset = 0;
let screening: Screening | null = null;
/** The id of the recording that is shown. */
let playing: string | undefined;

/** Does what was asked for, and says what went wrong. */
async function attempt(work: () => Promise<void>): Promise<void> {
  say("fault", "");
  try {
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // the recording was left
    say("progress", "");
    say(
      "fault",
      error instanceof Refusal ? error.message : "This recording cannot be shown: it is not as rrweb makes them.",
    );
    if (!(error instanceof Refusal)) console.error(error);
  }
}

function say(id: "progress" | "fault" | "range", text: string): void {
  byId(id, HTMLParagraphElement).textContent = text;
}

async function showList(from: number): Promise<void> {
  const { count, results } = await api.list(PAGE_SIZE, from);
  offset = from;
  form.hidden = true;
  recordings.hidden = false;
  const rows = results.map((recording) => recordingRow(recording, (chosen) => void attempt(() => show(chosen))));
  list.replaceChildren(...rows);
  markRow(list, playing);
  say(
    "range",
    count === 0 ? "This project has no recordings yet." : `${from + 1} to ${from + results.length} of ${count}`,
  );
  newer.disabled = offset === 0;
  older.disabled = offset + results.length >= count;
}

async function show(recording: Recording): Promise<void> {
  screening?.close();
  playing = recording.id;
  markRow(list, playing);
  theatre.hidden = false;
  title.textContent = `${nameOf(recording)}, ${new Date(recording.start_time).toLocaleString()}`;
  title.focus();
  theatre.scrollIntoView({ block: "start" });
  screening = new Screening(api, recording.id, (text) => say("progress", text));
  await screening.run();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  api = new RecordingsApi(project, keyField.value.trim());
  keyField.value = "";
  void attempt(() => showList(0));
});
const turn = (by: number) => () => void attempt(() => showList(Math.max(0, offset + by)));
newer.addEventListener("click", turn(-PAGE_SIZE));
older.addEventListener("click", turn(PAGE_SIZE));
byId("again", HTMLButtonElement).addEventListener("click", turn(0));
byId("project", HTMLElement).textContent = project;
