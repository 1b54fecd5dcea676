/** What becomes of a request for a link. Only counters tell. */
export const LINK_OUTCOMES = ["mailed", "no_member", "too_many", "failed"] as const;
export type LinkOutcome = (typeof LINK_OUTCOMES)[number];
