import type { eventWithTime } from "@rrweb/types";
import Player from "rrweb-player";

const FULL_SNAPSHOT = 2;
/** rrweb-player's own measure. */
const CONTROLS_HEIGHT = 80;
const ASPECT_RATIO = 9 / 16;

/** Whether these events show anything: what comes before the first full snapshot changes a page that nobody knows. */
export function isPlayable(events: readonly eventWithTime[]): boolean {
  return events.length > 1 && events.some(({ type }) => type === FULL_SNAPSHOT);
}

/** A window's events as a film, in an element that it fills; plays at once. */
export class WindowPlayer {
  readonly #player: Player;
  readonly #observer: ResizeObserver;
  #isFinished = false;

  constructor(element: HTMLElement, events: readonly eventWithTime[]) {
    this.#player = new Player({
      target: element,
      props: {
        events: events.toSorted((one, other) => one.timestamp - other.timestamp),
        ...sizeFor(element),
        // Nothing is loaded from elsewhere, so there is no style sheet to wait for.
        loadTimeout: 0,
        showWarning: false,
      },
    });
    this.#player.addEventListener("finish", () => {
      this.#isFinished = true;
    });
    this.#observer = new ResizeObserver(() => {
      this.#player.$set(sizeFor(element));
      this.#player.triggerResize();
    });
    this.#observer.observe(element);
    nameControls(element);
  }

  /** Adds what was recorded since; who has seen all until here sees it at once. */
  add(events: readonly eventWithTime[]): void {
    const seen = this.#player.getMetaData().totalTime;
    for (const event of events) this.#player.addEvent(event);
    if (!this.#isFinished || events.length === 0) return;
    this.#isFinished = false;
    setTimeout(() => this.#player.goto(seen, true)); // the player takes events in later, too
  }

  close(): void {
    this.#observer.disconnect();
    this.#player.$destroy();
  }
}

function sizeFor(element: HTMLElement): { width: number; height: number } {
  const width = element.clientWidth;
  return { width, height: Math.round(Math.min(width * ASPECT_RATIO, window.innerHeight - CONTROLS_HEIGHT)) };
}

/** Two of rrweb-player's buttons are a picture only. */
function nameControls(element: HTMLElement): void {
  const buttons = element.querySelectorAll(".rr-controller__btns > button");
  buttons[0]?.setAttribute("aria-label", "Play or pause");
  buttons[buttons.length - 1]?.setAttribute("aria-label", "Full screen");
}
