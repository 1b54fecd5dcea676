import type { eventWithTime } from "@rrweb/types";
import { byId, createElement } from "./element.ts";
import type { RecordingsApi } from "./recordings-api.ts";
import { SnapshotReader } from "./snapshot-reader.ts";
import { isPlayable, WindowPlayer } from "./window-player.ts";

const POLL_MS = 2000;

/** Plays one recording on the page until it is closed, and follows it while it continues. */
export class Playback {
  readonly #reader: SnapshotReader;
  readonly #windows = new Map<string, eventWithTime[]>();
  readonly #closed = new AbortController();
  readonly #screen = byId("screen", HTMLDivElement);
  readonly #windowSelect = byId("window", HTMLSelectElement);
  readonly #showStatus: (text: string) => void;
  #player: WindowPlayer | null = null;

  /** Calls `showStatus` with messages for the user. */
  constructor(api: RecordingsApi, id: string, showStatus: (text: string) => void) {
    this.#reader = new SnapshotReader(api, id);
    this.#showStatus = showStatus;
    this.#windowSelect.addEventListener("change", () => this.#showSelectedWindow(), { signal: this.#closed.signal });
  }

  /** Returns when the recording has ended or was closed. Throws `ApiError`. */
  async run(): Promise<void> {
    const { signal } = this.#closed;
    this.#showStatus("Loading …");
    for (let isOngoing = true; isOngoing && !signal.aborted; ) {
      isOngoing = await this.#refresh(signal);
      if (signal.aborted) return;
      if (!this.#player) this.#showSelectedWindow();
      if (this.#player) this.#showStatus(isOngoing ? "Live: new activity appears as it is recorded." : "");
      if (isOngoing) await pause(POLL_MS, signal);
    }
  }

  close(): void {
    this.#closed.abort();
    this.#player?.close();
    this.#screen.replaceChildren();
    this.#windowSelect.replaceChildren();
    this.#updateWindowSelect();
  }

  async #refresh(signal: AbortSignal): Promise<boolean> {
    const batches = this.#reader.readNew(signal);
    for (let next = await batches.next(); ; next = await batches.next()) {
      if (next.done) return next.value;
      this.#addEvents(next.value.windowId, next.value.events);
    }
  }

  #addEvents(windowId: string, events: readonly eventWithTime[]): void {
    const known = this.#windows.get(windowId);
    if (known) known.push(...events);
    else this.#addWindow(windowId, events);
    if (this.#player && this.#windowSelect.value === windowId) this.#player.add(events);
  }

  #addWindow(windowId: string, events: readonly eventWithTime[]): void {
    this.#windows.set(windowId, [...events]);
    this.#windowSelect.append(
      createElement("option", { value: windowId, textContent: `Window ${this.#windows.size}` }),
    );
    this.#updateWindowSelect();
  }

  #updateWindowSelect(): void {
    byId("windows", HTMLLabelElement).hidden = this.#windowSelect.options.length < 2;
  }

  /** Shows the selected window. Initially selects the first one that is playable. */
  #showSelectedWindow(): void {
    if (!this.#player) {
      const [playable] = [...this.#windows].find(([, events]) => isPlayable(events)) ?? [];
      if (playable !== undefined) this.#windowSelect.value = playable;
    }
    this.#player?.close();
    this.#player = null;
    this.#screen.replaceChildren();
    const events = this.#windows.get(this.#windowSelect.value) ?? [];
    if (isPlayable(events)) this.#player = new WindowPlayer(this.#screen, events);
    else this.#showStatus("There is nothing to show: no snapshot of the whole page has arrived.");
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
