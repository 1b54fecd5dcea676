/** A part of a long read. */
export interface Batch<T, Cursor> {
  readonly items: readonly T[];
  /** Where the next batch begins; undefined after the last. */
  readonly next: Cursor | undefined;
}

/**
 * Yields the items of one batch after the other. `read` is called with undefined, then with the cursor of each batch.
 * Each batch is a read of its own, so the engine holds nothing open while the consumer is busy.
 */
export async function* readInBatches<T, Cursor>(
  read: (from: Cursor | undefined) => Promise<Batch<T, Cursor>>,
): AsyncGenerator<T> {
  let cursor: Cursor | undefined;
  do {
    const batch: Batch<T, Cursor> = await read(cursor);
    yield* batch.items;
    cursor = batch.next;
  } while (cursor !== undefined);
}
