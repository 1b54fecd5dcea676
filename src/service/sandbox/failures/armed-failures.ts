import type { components } from "../../../../generated/sandbox.ts";

export type Failure = components["schemas"]["Failure"];

/** The failures that are still to come, in the order in which they are tried. */
export class ArmedFailures {
  #failures: Failure[] = [];

  add(failure: Failure): void {
    this.#failures.push({ ...failure });
  }

  list(): readonly Failure[] {
    return this.#failures;
  }

  clear(): void {
    this.#failures = [];
  }

  take(operation: string, applies: (failure: Failure) => boolean): Failure | null {
    const found = this.#failures.find((failure) => {
      return (failure.operation === undefined || failure.operation === operation) && applies(failure);
    });
    if (found === undefined) return null;
    if (found.times !== undefined) {
      found.times -= 1;
      if (found.times === 0) this.#failures = this.#failures.filter((failure) => failure !== found);
    }
    return found;
  }
}
