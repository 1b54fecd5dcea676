/** What a drain did since its last report. */
export interface DrainReport {
  /** The store has every group up to this id. */
  readonly upTo: number;
  readonly stored: number;
  readonly dropped: number;
  readonly deadLettered: number;
  readonly refusedMerges: number;
}
