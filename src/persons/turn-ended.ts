/** Thrown when changes take too long for now: all may be applied again. */
export class TurnEnded extends Error {
  constructor() {
    super("Changes of persons and groups take too long for now.");
    this.name = "TurnEnded";
  }
}
