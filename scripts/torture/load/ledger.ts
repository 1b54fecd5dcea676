/** An event that was sent. Its place in the ledger is its mark: a number in its properties, by which it is found again. */
export interface SentEvent {
  readonly kind: "event" | "snapshot";
  /** Whose it is: the distinct id of an event, the session of a snapshot. */
  readonly owner: string;
  /** Whether a request with it was answered 200. */
  acknowledged: boolean;
}

/** Everything that was sent in a round. */
export class Ledger {
  readonly sent: SentEvent[] = [];

  /** Gives the event's mark. */
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
