import type { eventWithTime } from "@rrweb/types";
import Player from "rrweb-player";

const FULL_SNAPSHOT = 2;
/** From the style sheet of rrweb-player. */
const CONTROLS_HEIGHT = 80;
const ASPECT_RATIO = 9 / 16;

/** Returns true if the events can be played: changes before the first full snapshot have no page to apply to. */
export function isPlayable(events: readonly eventWithTime[]): boolean {
  return events.length > 1 && events.some(({ type }) => type === FULL_SNAPSHOT);
}

/** Plays the events of a window in an element, which it fills. Starts immediately. */
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
        // The page loads no external style sheet to wait for.
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

  /** Adds new events. Plays them at once if the player had reached the end. */
  add(events: readonly eventWithTime[]): void {
    const playedMs = this.#player.getMetaData().totalTime;
    for (const event of events) this.#player.addEvent(event);
    if (!this.#isFinished || events.length === 0) return;
    this.#isFinished = false;
    setTimeout(() => this.#player.goto(playedMs, true)); // the player adds events asynchronously
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

/** Two buttons of rrweb-player consist only of an icon. */
function nameControls(element: HTMLElement): void {
  const buttons = element.querySelectorAll(".rr-controller__btns > button");
  buttons[0]?.setAttribute("aria-label", "Play or pause");
  buttons[buttons.length - 1]?.setAttribute("aria-label", "Full screen");
}
