/** What every public case tells: a fact that tests of PostHog's repositories document, written anew. */
export interface PublicCase {
  readonly name: string;
  /** The repository's file that documents it. */
  readonly source: string;
  /** Why this service differs on purpose. What is expected is then what this service does. */
  readonly differs?: string;
  /** The field for which the definition is refused. */
  readonly refused?: string;
}

/** Returns the cases of one file. */
export function from<Case extends PublicCase>(source: string, cases: readonly Omit<Case, "source">[]): readonly Case[] {
  return cases.map((one) => ({ ...one, source }) as Case);
}
