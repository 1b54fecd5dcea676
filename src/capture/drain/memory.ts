import { KnownPersons } from "../../people/known-persons.ts";
import { ReplayGuard } from "../../people/replay-guard.ts";
import { NotedSessions } from "../../recordings/recorder/notes.ts";

/** What a process that drains remembers from one step to the next. All of it can be found out again. */
export interface DrainMemory {
  readonly noted: NotedSessions;
  readonly guard: ReplayGuard;
  readonly known: KnownPersons;
}

/** `journal` is the identity of the journal that is drained. */
export function newMemory(journal: string): DrainMemory {
  return { noted: new NotedSessions(), guard: new ReplayGuard(journal), known: new KnownPersons() };
}
