import type { eventWithTime } from "@rrweb/types";
import { byId, createElement } from "./element.ts";
import type { RecordingsApi } from "./recordings-api.ts";
import { SnapshotReader } from "./snapshot-reader.ts";
import { isPlayable, WindowPlayer } from "./window-player.ts";

const POLL_MS = 2000;

/** One recording on the page's screen, from its first snapshot until it is closed; it follows what goes on. */
export class Playback {
  readonly #reader: SnapshotReader;
  readonly #windows = new Map<string, eventWithTime[]>();
  readonly #closed = new AbortController();
  readonly #screen = byId("screen", HTMLDivElement);
  readonly #windowSelect = byId("window", HTMLSelectElement);
  readonly #showStatus: (text: string) => void;
  #player: WindowPlayer | null = null;

  /** `say` is told how it stands, in words for the page's reader. */
  constructor(api: RecordingsApi, id: string, say: (text: string) => void) {
    this.#reader = new SnapshotReader(api, id);
    this.#showStatus = say;
    this.#windowSelect.addEventListener("change", () => this.#showSelectedWindow(), { signal: this.#closed.signal });
  }

  /** Returns when there is no more to come, or it was closed. Throws `Refusal`. */
  async run(): Promise<void> {
    const { signal } = this.#closed;
    this.#showStatus("Loading …");
    for (let goesOn = true; goesOn && !signal.aborted; ) {
      goesOn = await this.#refresh(signal);
      if (signal.aborted) return;
      if (!this.#player) this.#showSelectedWindow();
      if (this.#player) this.#showStatus(goesOn ? "What is recorded from now on is shown as it comes." : "");
      if (goesOn) await pause(POLL_MS, signal);
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
    const fresh = this.#reader.readNew(signal);
    for (let next = await fresh.next(); ; next = await fresh.next()) {
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

  /** Shows the chosen window; at first, one that can be shown. */
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
    else this.#showStatus("There is nothing to see of it: no snapshot of the whole page has arrived.");
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
