import { isPlayable, type RecordedWindow, RecordedWindows } from "./recorded-windows.ts";
import type { FromPlayer, PlayerState, PlaySettings, SnapshotsApi, ToPlayer } from "./recordings-api.ts";
import { GoneError } from "./recordings-api.ts";
import { readerOf } from "./snapshot-reader.ts";

const POLL_MS = 2000;
/** How near to its end a window counts as played. */
const END_MS = 200;

type Phase = "loading" | "ready" | "wireframes" | "nothing" | "deleted";

/** Reads one recording, plays it in a player's frame, and follows it while it continues. */
export class Playback {
  readonly windows = new RecordedWindows();
  phase: Phase = "loading";
  isOngoing = false;
  shown: RecordedWindow | null = null;
  state: PlayerState = { at: 0, plays: false, isSkipping: false };
  readonly #read: ReturnType<typeof readerOf>;
  readonly #closed = new AbortController();
  readonly #onChange: () => void;
  #port: MessagePort | null = null;
  #settings: PlaySettings;
  #wanted: { at: number; plays: boolean };
  /** The number of the last `open` or `seek`: states that the player sent before it got that are ignored. */
  #sequence = 0;

  /** Shows the moment `at` first, or the beginning if it is 0. Calls `onChange` after each change. */
  constructor(api: SnapshotsApi, at: number, settings: PlaySettings, onChange: () => void) {
    this.#read = readerOf(api);
    this.#wanted = { at, plays: settings.heat === undefined };
    this.#settings = settings;
    this.#onChange = onChange;
  }

  attach(frame: HTMLIFrameElement): void {
    this.#port?.close();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<FromPlayer>) => this.#hear(data);
    this.#port = port1;
    frame.contentWindow?.postMessage(null, location.origin, [port2]);
    if (this.shown) this.#open(this.shown);
  }

  /** Returns when the recording has ended or was closed. Throws what the API throws. */
  async run(): Promise<void> {
    const { signal } = this.#closed;
    do {
      await this.#readNew(signal).catch((error: unknown) => {
        if (!(error instanceof GoneError)) throw error;
        this.isOngoing = false;
        this.phase = "deleted";
      });
      if (signal.aborted) return;
      this.#begin();
      this.#onChange();
      if (this.isOngoing) await pause(POLL_MS, signal);
    } while (this.isOngoing && !signal.aborted);
  }

  seek(at: number, plays = this.state.plays): void {
    const { shown } = this;
    if (!shown) return;
    this.#wanted = { at, plays };
    this.state = { ...this.state, ...this.#wanted };
    const window = shown.firstMs <= at && at <= shown.lastMs ? shown : (this.windows.windowAt(at) ?? shown);
    if (window === shown) this.#say({ type: "seek", at, plays, sequence: ++this.#sequence });
    else this.#open(window);
    this.#onChange();
  }

  toggle(): void {
    const { at, plays } = this.state;
    const hasEnded = at >= this.lastMs - END_MS;
    this.seek(!plays && hasEnded ? this.firstMs : at, !plays);
  }

  show(windowId: string): void {
    const window = this.windows.byId.get(windowId);
    if (!window || !isPlayable(window)) return;
    this.#wanted = { at: Math.max(window.firstMs, Math.min(this.state.at, window.lastMs)), plays: this.state.plays };
    this.#open(window);
    this.#onChange();
  }

  set(settings: PlaySettings): void {
    this.#settings = settings;
    this.#say({ type: "settings", ...settings });
  }

  close(): void {
    this.#closed.abort();
    this.#port?.close();
  }

  get playable(): RecordedWindow[] {
    return [...this.windows.byId.values()].filter(isPlayable);
  }

  get firstMs(): number {
    return Math.min(...this.playable.map(({ firstMs }) => firstMs));
  }

  get lastMs(): number {
    return Math.max(...this.playable.map(({ lastMs }) => lastMs));
  }

  async #readNew(signal: AbortSignal): Promise<void> {
    const lines = this.#read(signal);
    for (let next = await lines.next(); ; next = await lines.next()) {
      if (next.done) {
        this.isOngoing = next.value;
        return;
      }
      if (next.value === null) this.windows.isDamaged = true;
      else this.#add(next.value.windowId, next.value.events);
    }
  }

  #add(windowId: string, events: readonly unknown[]): void {
    const added = this.windows.add(windowId, events);
    if (this.shown?.id === windowId && added.length > 0) this.#say({ type: "add", events: added });
  }

  #begin(): void {
    if (this.shown || this.phase === "deleted") return;
    const window = this.windows.windowAt(this.#wanted.at);
    if (window) {
      this.phase = "ready";
      this.#open(window);
    } else this.phase = this.windows.hasWireframes ? "wireframes" : "nothing";
  }

  #open(window: RecordedWindow): void {
    this.shown = window;
    const at = Math.max(window.firstMs, Math.min(this.#wanted.at, window.lastMs));
    this.state = { at, plays: this.#wanted.plays, isSkipping: false };
    const opened = { events: window.events, ...this.#wanted, at, sequence: ++this.#sequence };
    this.#say({ type: "open", ...opened, ...this.#settings });
  }

  #hear(message: FromPlayer): void {
    if (message.type === "broken") this.windows.isDamaged = true;
    else if (message.sequence === this.#sequence) {
      this.state = message;
      this.#continue();
    }
    this.#onChange();
  }

  /** Goes on in the next window if the one that is shown has ended while it played. */
  #continue(): void {
    const { shown, state } = this;
    if (!shown || state.plays || !this.#wanted.plays || state.at < shown.lastMs - END_MS) return;
    const later = this.playable.filter(({ lastMs }) => lastMs > shown.lastMs);
    const [next] = later.sort((one, other) => one.firstMs - other.firstMs);
    if (!next) return;
    this.#wanted = { at: Math.max(next.firstMs, shown.lastMs), plays: true };
    this.#open(next);
  }

  #say(message: ToPlayer): void {
    this.#port?.postMessage(message);
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
