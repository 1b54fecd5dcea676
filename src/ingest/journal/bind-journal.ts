import { PROGRAM } from "../../lib/program-name.ts";
import type { Remote } from "../../lib/threads/channel.ts";
import type { Checkpoints } from "../../store/ports/checkpoints.ts";
import type { Erasures } from "../../store/records/erasures.ts";
import { forgottenMessage } from "../drain/node-presence.ts";
import type { JournalState, JournalWriter } from "./journal-thread.ts";

export interface JournalStore {
  readonly id: string;
  /** Name for messages: the engine, and which of its databases. */
  readonly name: string;
  readonly checkpoints: Pick<Checkpoints, "highestGroup">;
  readonly erasures: Pick<Erasures, "forgottenAt">;
  /** Whether to accept it although the journal belongs to another. */
  readonly isAdopted: boolean;
  /** The directory of another node, whose journal is drained into the store. */
  readonly takenOver?: {
    readonly directory: string;
    /** Whether the store is not the one that an earlier version, which recorded none, has used there. */
    readonly isForeign: boolean;
  };
}

export interface Binding {
  readonly journalId: string;
  /** Why new groups have another id than earlier ones; null if they have the same. */
  readonly renewal: string | null;
}

/**
 * Ensures that the journal belongs to the store, and that the store knows no positions of new groups: it would take
 * their changes of persons for stored. Throws one line if it is another store's, or its node was forgotten.
 */
export async function bindJournal(
  writer: Remote<Pick<JournalWriter, "recordStore" | "renewIdentity">>,
  { id, lastGroup, isCopy, store: known }: JournalState,
  { name, checkpoints, erasures, takenOver, ...store }: JournalStore,
): Promise<Binding> {
  if (known && known.id !== store.id && !store.isAdopted) {
    const remedy = takenOver
      ? "Correct the settings."
      : "Correct the settings or restore that store. " +
        `To store new events, and those that wait, in the selected one, run: ${PROGRAM} serve --adopt-store`;
    throw new Error(
      `${takenOver?.directory ?? "The data directory"} belongs to another store: it was used with ${known.name}, and ` +
        `the settings select ${name}${known.name === name ? ", which has other data now" : ""}. ${remedy}`,
    );
  }
  if (!known && takenOver?.isForeign) {
    throw new Error(
      `The journal in ${takenOver.directory} does not say to which store it belongs, because an earlier version ` +
        `wrote it. A service of this version that starts with DATA_DIR=${takenOver.directory} stores what waits.`,
    );
  }
  const forgottenAt = await erasures.forgottenAt(id);
  if (forgottenAt !== null) throw new Error(forgottenMessage(id, forgottenAt));
  if (known?.id !== store.id || known.name !== name) await writer.recordStore({ id: store.id, name });
  const isBehind = !isCopy && (await checkpoints.highestGroup(id)) > lastGroup;
  if (!isCopy && !isBehind) return { journalId: id, renewal: null };
  const renewal = isCopy ? "it is a copy of another journal" : "the store has more of it than it has itself";
  return { journalId: await writer.renewIdentity(), renewal };
}
