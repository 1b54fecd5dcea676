import type { eventWithTime } from "@rrweb/types";
import type { RecordingsApi } from "./api.ts";
import { byId, element } from "./element.ts";
import { isPlayable, WindowPlayer } from "./player.ts";
import { SnapshotReader } from "./snapshots.ts";

const POLL_MS = 2000;

/** One recording on the page's screen, from its first snapshot until it is closed; it follows what goes on. */
export class Screening {
  readonly #reader: SnapshotReader;
  readonly #windows = new Map<string, eventWithTime[]>();
  readonly #closed = new AbortController();
  readonly #screen = byId("screen", HTMLDivElement);
  readonly #choice = byId("window", HTMLSelectElement);
  readonly #say: (text: string) => void;
  #player: WindowPlayer | null = null;

  /** `say` is told how it stands, in words for the page's reader. */
  constructor(api: RecordingsApi, id: string, say: (text: string) => void) {
    this.#reader = new SnapshotReader(api, id);
    this.#say = say;
    this.#choice.addEventListener("change", () => this.#show(), { signal: this.#closed.signal });
  }

  /** Returns when there is no more to come, or it was closed. Throws `Refusal`. */
  async run(): Promise<void> {
    const { signal } = this.#closed;
    this.#say("Loading …");
    for (let goesOn = true; goesOn && !signal.aborted; ) {
      goesOn = await this.#refresh(signal);
      if (signal.aborted) return;
      if (!this.#player) this.#show();
      if (this.#player) this.#say(goesOn ? "What is recorded from now on is shown as it comes." : "");
      if (goesOn) await pause(POLL_MS, signal);
    }
  }

  close(): void {
    this.#closed.abort();
    this.#player?.close();
    this.#screen.replaceChildren();
    this.#choice.replaceChildren();
    this.#offerWindows();
  }

  async #refresh(signal: AbortSignal): Promise<boolean> {
    const fresh = this.#reader.fresh(signal);
    for (let next = await fresh.next(); ; next = await fresh.next()) {
      if (next.done) return next.value;
      this.#take(next.value.windowId, next.value.events);
    }
  }

  #take(windowId: string, events: readonly eventWithTime[]): void {
    const known = this.#windows.get(windowId);
    if (known) known.push(...events);
    else this.#addWindow(windowId, events);
    if (this.#player && this.#choice.value === windowId) this.#player.add(events);
  }

  #addWindow(windowId: string, events: readonly eventWithTime[]): void {
    this.#windows.set(windowId, [...events]);
    this.#choice.append(element("option", { value: windowId, textContent: `Window ${this.#windows.size}` }));
    this.#offerWindows();
  }

  #offerWindows(): void {
    byId("windows", HTMLLabelElement).hidden = this.#choice.options.length < 2;
  }

  /** Shows the chosen window; at first, one that can be shown. */
  #show(): void {
    if (!this.#player) {
      const [playable] = [...this.#windows].find(([, events]) => isPlayable(events)) ?? [];
      if (playable !== undefined) this.#choice.value = playable;
    }
    this.#player?.close();
    this.#player = null;
    this.#screen.replaceChildren();
    const events = this.#windows.get(this.#choice.value) ?? [];
    if (isPlayable(events)) this.#player = new WindowPlayer(this.#screen, events);
    else this.#say("There is nothing to see of it: no snapshot of the whole page has arrived.");
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
