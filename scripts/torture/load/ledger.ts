/** An event that was sent. Its index in the ledger is its mark: a number in its properties that identifies it. */
export interface SentEvent {
  readonly kind: "event" | "snapshot";
  /** The distinct id of an event, or the session of a snapshot. */
  readonly owner: string;
  /** Whether a request with this event was answered with 200. */
  acknowledged: boolean;
}

/** All events that were sent in a round. */
export class Ledger {
  readonly sent: SentEvent[] = [];

  /** Adds an event and returns its mark. */
  add(kind: SentEvent["kind"], owner: string): number {
    return this.sent.push({ kind, owner, acknowledged: false }) - 1;
  }

  acknowledge(marks: Iterable<number>): void {
    for (const mark of marks) {
      const event = this.sent[mark];
      if (event) event.acknowledged = true;
    }
  }
}
