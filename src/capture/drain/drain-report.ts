/** What a drain did since its last report. */
export interface DrainReport {
  /** The store has every group up to this id. */
  readonly upTo: number;
  readonly stored: number;
  readonly dropped: number;
  readonly deadLettered: number;
  /** Older dead letters that had to go for new ones. */
  readonly deadLettersDropped: number;
  readonly refusedMerges: number;
}
