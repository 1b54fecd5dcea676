export interface Batch<T, Cursor> {
  readonly items: readonly T[];
  /** The start of the next batch; undefined after the last. */
  readonly next: Cursor | undefined;
}

/** Yields items of one read after the other, so that the engine holds nothing open while the consumer is busy. */
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
