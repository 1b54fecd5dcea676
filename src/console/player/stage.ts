import { Replayer } from "@rrweb/replay";
import type { eventWithTime } from "@rrweb/types";
import type { Heat, PlayerState, PlaySettings } from "../pages/recordings/recordings-api.ts";
import { drawHeat } from "./heat.ts";

const META = 4;
/** Pixels of a page that is shown whole. */
const MAX_HEIGHT = 16_000;
/** Size for recordings that do not say how large their window was. */
const USUAL_SIZE = { width: 1280, height: 720 };

/** Plays the events of one browser window in an element, scaled to fit. */
export class Stage {
  readonly #root: HTMLElement;
  readonly #replayer: Replayer;
  readonly #startMs: number;
  readonly #report: (state: PlayerState) => void;
  readonly #closed = new AbortController();
  #size = USUAL_SIZE;
  #heat: Heat | undefined;
  #drawing: HTMLCanvasElement | undefined;
  #plays = false;
  #hasPlayedAll = false;
  #isSkipping = false;
  #reported = "";

  /** Plays from `at`, or shows that moment. Throws if the events cannot be played. */
  constructor(
    root: HTMLElement,
    events: eventWithTime[],
    { at, plays, speed, skipsInactivity, heat }: { at: number; plays: boolean } & PlaySettings,
    report: (state: PlayerState) => void,
  ) {
    this.#root = root;
    this.#report = report;
    this.#startMs = events.reduce((first, { timestamp }) => Math.min(first, timestamp), Number.POSITIVE_INFINITY);
    const isSized = events.some(({ type }) => type === META);
    this.#replayer = new Replayer(isSized ? events : [sizeEvent(this.#startMs), ...events], {
      root,
      speed,
      skipInactive: skipsInactivity,
      // The keyboard belongs to the page around the player.
      triggerFocus: false,
      // A recorded page loads no style sheet to wait for.
      loadTimeout: 0,
      showWarning: false,
      mouseTail: { strokeStyle: "#6366f1" },
    });
    this.#replayer.on("resize", (size) => {
      this.#size = size as typeof USUAL_SIZE;
      this.fit();
    });
    this.#replayer.on("skip-start", () => {
      this.#isSkipping = true;
    });
    this.#replayer.on("skip-end", () => {
      this.#isSkipping = false;
    });
    this.#replayer.on("finish", () => {
      this.#hasPlayedAll = this.#plays;
      this.#plays = false;
    });
    this.seek(at, plays);
    this.set({ speed, skipsInactivity, heat });
    this.#reportEachFrame();
  }

  seek(at: number, plays: boolean): void {
    const offset = Math.max(0, Math.min(at - this.#startMs, this.#replayer.getMetaData().totalTime));
    this.#plays = plays;
    this.#hasPlayedAll = false;
    if (plays) this.#replayer.play(offset);
    else this.#replayer.pause(offset);
  }

  /** Adds new events. Plays them at once if everything before was played. */
  add(events: readonly eventWithTime[]): void {
    const playedMs = this.#startMs + this.#replayer.getMetaData().totalTime;
    for (const event of events) this.#replayer.addEvent(event);
    if (!this.#hasPlayedAll || events.length === 0) return;
    setTimeout(() => this.seek(playedMs, true)); // the replayer adds events asynchronously
  }

  set({ speed, skipsInactivity, heat }: PlaySettings): void {
    this.#replayer.setConfig({ speed, skipInactive: skipsInactivity });
    if (!skipsInactivity) this.#isSkipping = false;
    this.#heat = heat;
    if (heat) this.#showWhole(heat);
  }

  #showWhole(heat: Heat): void {
    const { iframe, wrapper } = this.#replayer;
    const { width } = this.#size;
    const height = Math.min(MAX_HEIGHT, iframe.contentDocument?.documentElement.scrollHeight ?? this.#size.height);
    this.#root.classList.add("whole");
    iframe.style.height = `${height}px`;
    this.#drawing?.remove();
    this.#drawing = drawHeat(heat, { width, height });
    wrapper.append(this.#drawing);
    const transform = `scale(${Math.min(1, this.#root.clientWidth / width)})`;
    Object.assign(wrapper.style, { transform, width: `${width}px`, height: `${height}px` });
  }

  fit(): void {
    if (this.#heat) {
      this.#showWhole(this.#heat);
      return;
    }
    const { width, height } = this.#size;
    const scale = Math.min(this.#root.clientWidth / width, this.#root.clientHeight / height);
    const transform = `translate(-50%, -50%) scale(${scale})`;
    Object.assign(this.#replayer.wrapper.style, { transform, width: `${width}px`, height: `${height}px` });
  }

  close(): void {
    this.#closed.abort();
    this.#replayer.destroy();
  }

  #reportEachFrame(): void {
    if (this.#closed.signal.aborted) return;
    const { totalTime } = this.#replayer.getMetaData();
    // The replayer's clock stops with its last change, which may be before the last event.
    const offset = this.#hasPlayedAll ? totalTime : Math.min(this.#replayer.getCurrentTime(), totalTime);
    const state = { at: this.#startMs + Math.max(0, offset), plays: this.#plays, isSkipping: this.#isSkipping };
    const text = JSON.stringify({ ...state, at: Math.round(state.at / 100) });
    if (text !== this.#reported) this.#report(state);
    this.#reported = text;
    requestAnimationFrame(() => this.#reportEachFrame());
  }
}

function sizeEvent(timestamp: number): eventWithTime {
  return { type: META, timestamp, data: { href: "", ...USUAL_SIZE } };
}
