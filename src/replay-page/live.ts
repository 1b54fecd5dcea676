const MAX_LIVE_AGE_MS = 60_000;

/** Whether a recording whose last snapshot was made then still goes on, as far as anybody can tell. */
export function isLive(lastSnapshot: string | null): boolean {
  return lastSnapshot !== null && Date.now() - Date.parse(lastSnapshot) < MAX_LIVE_AGE_MS;
}
