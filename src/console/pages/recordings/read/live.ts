const MAX_LIVE_AGE_MS = 60_000;

/** Returns true if the recording probably continues: its last snapshot is less than a minute old. */
export function isLive(lastSnapshot: string | null): boolean {
  return lastSnapshot !== null && Date.now() - Date.parse(lastSnapshot) < MAX_LIVE_AGE_MS;
}
