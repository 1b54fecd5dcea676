import { isPropertyMap } from "../../properties.ts";
import { NotedSessions } from "../../recordings/notes.ts";
import type { Documents } from "../../storage/ports/engines.ts";
import { storeEvents } from "../drain/store.ts";
import { type Store, storeApart } from "../drain/store-apart.ts";
import type { AcceptedEvent } from "../event.ts";
import type { DeadLetters, KeptLetter, LetterFilter, Settlement } from "../journal/dead-letters.ts";

export interface Replayed {
  readonly stored: number;
  readonly refused: number;
}

/**
 * Puts dead letters through the domain into the store again, in the order in which they were set aside. Each goes when it is stored; one that is
 * refused again stays, with its new reason. May be ended and repeated at any point, while the service runs or not: an event is stored once by
 * its uuid. Tells `advance` of how many it tried. Throws `StoreUnavailable`.
 */
export async function replayDeadLetters(
  letters: Pick<DeadLetters, "portions" | "settle">,
  filter: LetterFilter,
  documents: Documents,
  advance: (letters: number) => void,
): Promise<Replayed> {
  const noted = new NotedSessions();
  const store: Store = (events) => storeEvents(events, { documents, noted });
  const total = { stored: 0, refused: 0 };
  for (const portion of letters.portions(filter)) {
    const settlement = await replay(portion, store);
    letters.settle(settlement);
    total.stored += settlement.stored.length;
    total.refused += settlement.refused.length;
    advance(portion.length);
  }
  return total;
}

async function replay(letters: readonly KeptLetter[], store: Store): Promise<Settlement> {
  const reasons = new Map<KeptLetter, string>();
  const events = new Map<AcceptedEvent, KeptLetter>();
  for (const letter of letters) {
    const event = eventOf(letter);
    if (event) events.set(event, letter);
    else reasons.set(letter, "The dead letter is damaged: its event is no JSON object.");
  }
  const { refused } = await storeApart([...events.keys()], store);
  for (const { event, reason } of refused) {
    const letter = events.get(event);
    if (letter) reasons.set(letter, reason);
  }
  return {
    stored: letters.filter((letter) => !reasons.has(letter)).map(({ id }) => id),
    refused: [...reasons].map(([{ id }, reason]) => ({ id, reason })),
  };
}

function eventOf(letter: KeptLetter): AcceptedEvent | null {
  try {
    const event: unknown = JSON.parse(letter.event);
    return isPropertyMap(event) ? (event as unknown as AcceptedEvent) : null;
  } catch {
    return null;
  }
}
