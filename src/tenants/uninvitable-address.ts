/** An address that cannot be invited. */
export class UninvitableAddress extends Error {
  /** Its index in the list of new invites. */
  readonly index: number;
  /** Seconds after which it can be invited; undefined if a retry makes no sense. */
  readonly retryAfter: number | undefined;

  constructor(index: number, message: string, retryAfter?: number) {
    super(message);
    this.name = "UninvitableAddress";
    this.index = index;
    this.retryAfter = retryAfter;
  }
}
