import type { PieceWithOptionalData, UnflushedPiece } from "./ports/recordings.ts";

/** Pieces of a recording, in the order of playing. */
export interface PiecePage<Cursor> {
  readonly pieces: readonly PieceWithOptionalData[];
  /** Where the next page begins; null after the last. */
  readonly next: Cursor | null;
}

export const MAX_PAGE_PIECES = 200;

/**
 * Yields each piece once, in pages that are consistent in themselves. A piece that arrives meanwhile is yielded if its
 * position is still ahead; one that is moved to a finished file or erased meanwhile is skipped.
 */
export async function* piecesOf<Cursor>(
  readPage: (from: Cursor | null) => Promise<PiecePage<Cursor>>,
): AsyncGenerator<PieceWithOptionalData> {
  let next: Cursor | null = null;
  do {
    const page: PiecePage<Cursor> = await readPage(next);
    yield* page.pieces;
    next = page.next;
  } while (next !== null);
}

/** Leaves out pieces without data. */
export async function* withData(pieces: AsyncIterable<PieceWithOptionalData>): AsyncGenerator<UnflushedPiece> {
  for await (const { data, ...piece } of pieces) if (data !== null) yield { ...piece, data };
}
