/** What an answer waits for: something that the store knows, or, for `never`, something that nobody here can tell. */
export type Need =
  | { readonly of: "person" }
  | { readonly of: "group"; readonly type: string }
  | { readonly of: "identifier"; readonly flagKey: string }
  | { readonly of: "never"; readonly why: string };

/** No answer yet, and what is missing for it. */
export class Undecided {
  readonly needs: readonly Need[];

  constructor(...needs: Need[]) {
    this.needs = needs;
  }
}

/** True only if all hold, false as soon as one does not; undecided in between, whatever the order of the questions. */
export function allHold<T>(items: readonly T[], holds: (item: T) => boolean | Undecided): boolean | Undecided {
  const needs: Need[] = [];
  for (const item of items) {
    const verdict = holds(item);
    if (verdict === false) return false;
    if (verdict instanceof Undecided) needs.push(...verdict.needs);
  }
  return needs.length === 0 || new Undecided(...needs);
}
