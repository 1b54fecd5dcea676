import type { Mutant } from "./find-mutants.ts";

interface EquivalentMutant extends Pick<Mutant, "file" | "original" | "replacement"> {
  readonly reason: string;
}

/** Mutants that no test can notice. They are not chosen. */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [];
