const MAX_LIVE_AGE_MS = 60_000;

/** Returns true if the recording probably continues: its last snapshot is less than a minute old. */
export function isLive(lastSnapshot: string | number | null): boolean {
  return lastSnapshot !== null && Date.now() - new Date(lastSnapshot).getTime() < MAX_LIVE_AGE_MS;
}
