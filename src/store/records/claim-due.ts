import type { Millis } from "../ports/common.ts";
import type { IndexedField, RecordKind, Records, Stored } from "../ports/records.ts";

type DuePorts = { readonly records: Records; readonly now: () => Millis };

/** Does the work for each record that is due. Several nodes may do so: others leave a claimed one alone `forMs`. */
export async function eachDue<R extends { readonly dueAt: Millis | null }, K extends IndexedField<R>>(
  kind: RecordKind<R, K>,
  { records, now }: DuePorts,
  forMs: number,
  signal: AbortSignal,
  work: (due: Stored<R>) => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    const due = await claimDue(kind, records, now(), forMs);
    if (!due) return;
    await work(due);
  }
}

/** Claims the record that has been due longest; null if none is due. */
async function claimDue<R extends { readonly dueAt: Millis | null }, K extends IndexedField<R>>(
  kind: RecordKind<R, K>,
  records: Records,
  now: Millis,
  forMs: number,
): Promise<Stored<R> | null> {
  for (;;) {
    const query = { orderBy: "dueAt" as IndexedField<R>, before: now };
    const [due] = await records.scan(kind, query, { limit: 1 });
    if (!due) return null;
    let isMine = false;
    const claimed = await records.change(kind, due, (found) => {
      isMine = found?.dueAt === due.dueAt;
      return found && isMine ? { ...found, dueAt: now + forMs } : null;
    });
    if (isMine && claimed) return claimed;
  }
}
