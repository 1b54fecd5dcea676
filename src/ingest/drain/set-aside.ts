import { stringifyExactly } from "../../lib/json/json.ts";
import { allPropertiesOf, sessionIdOf } from "../../recordings/record/session-properties.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { DeadLetter, DeadLetterCounts } from "../journal/dead-letters.ts";
import { requestLetter } from "../journal/request-letter.ts";
import type { StepCounts } from "./drain-report.ts";
import type { RefusedRequest } from "./event-batches.ts";
import type { StoreResult } from "./store-events.ts";

export interface SetAsidePorts {
  /** Resolves when they are on disk. */
  readonly setAside: (deadLetters: readonly DeadLetter[]) => Promise<DeadLetterCounts>;
  /** The message is constant, so that a log can count it. */
  readonly warn: (message: string, error: unknown, fields?: object) => void;
  readonly now: () => Millis;
}

/** Small batches, so that requests, which are appended to the same file, do not wait long. */
const DEAD_LETTER_BATCH_SIZE = 100;

/** Makes dead letters of what the drain cannot store, with a line in the log. */
export class SetAside {
  readonly #ports: SetAsidePorts;

  constructor(ports: SetAsidePorts) {
    this.#ports = ports;
  }

  async events(refused: StoreResult["refused"], counts: StepCounts): Promise<void> {
    const [first] = refused;
    if (!first) return;
    const { uuid, projectId } = first.event;
    this.#ports.warn("new dead letters", first.reason, { events: refused.length, projectId, uuid });
    const at = this.#ports.now();
    const deadLetters = refused.map(({ event, reason }): DeadLetter => {
      const {
        position: _,
        request: __,
        json: ___,
        clockCorrection: ____,
        ...letter
      } = {
        ...event,
        properties: allPropertiesOf(event),
      };
      const sessionId = event.event === "$snapshot" ? sessionIdOf(event.properties) : null;
      return { projectId: event.projectId, uuid: event.uuid, reason, sessionId, at, event: stringifyExactly(letter) };
    });
    await this.#store(deadLetters, counts);
  }

  async request({ entry, reason }: RefusedRequest, counts: StepCounts): Promise<void> {
    const { projectId, seed } = entry.content;
    this.#ports.warn("a request is a new dead letter", reason, { projectId, seed });
    await this.#store([requestLetter(entry.content, this.#ports.now(), reason)], counts);
  }

  async #store(deadLetters: readonly DeadLetter[], counts: StepCounts): Promise<void> {
    let droppedCount = 0;
    for (let start = 0; start < deadLetters.length; start += DEAD_LETTER_BATCH_SIZE) {
      const { added, dropped } = await this.#ports.setAside(deadLetters.slice(start, start + DEAD_LETTER_BATCH_SIZE));
      counts.deadLettered += added;
      droppedCount += dropped;
    }
    counts.deadLettersDropped += droppedCount;
    if (droppedCount > 0) {
      const fields = { deadLetters: droppedCount };
      this.#ports.warn("deleted the oldest dead letters", "more than DEAD_LETTERS_MAX_BYTES", fields);
    }
  }
}
