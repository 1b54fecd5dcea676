import type { Millis } from "../ports/common.ts";
import type { IndexedField, RecordKind, Records, Stored } from "../ports/records.ts";

/** Claims the record that has been due longest: other nodes leave it alone for `forMs`. Null if none is due. */
export async function claimDue<R extends { readonly dueAt: Millis | null }, K extends IndexedField<R>>(
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
