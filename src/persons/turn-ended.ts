/** Thrown when changes take too long for now: those that were applied may be applied again, with all others. */
export class TurnEnded extends Error {
  constructor() {
    super("Changes of persons and groups take too long for now.");
    this.name = "TurnEnded";
  }
}
