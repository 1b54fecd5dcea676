import { InFlightRecord } from "../../../src/ingest/drain/crash-guard.ts";
import { JournalDatabase } from "../../../src/ingest/journal/journal-database.ts";

const MAX_READ_BYTES = 2 ** 30;

/**
 * Makes the drain of a stopped node believe that it died of the request that contains the text, which waits in the
 * node's journal: it becomes a dead letter as a whole. Throws if there is no such request.
 */
export function makeRequestFatal(directory: string, text: string): void {
  const journal = new JournalDatabase(directory, { readonly: true });
  try {
    for (const { id: group, entries } of journal.read(0, MAX_READ_BYTES)) {
      const entry = entries.findIndex(({ body }) => Buffer.from(body).includes(text));
      if (entry === -1) continue;
      const position = { group, entry };
      const record = new InFlightRecord(directory, journal.identity(group));
      record.write({ first: position, last: position, size: 1, isAlone: true, deaths: 3 });
      record.close();
      return;
    }
  } finally {
    journal.close();
  }
  throw new Error(`no request in the journal of ${directory} contains ${text}`);
}
