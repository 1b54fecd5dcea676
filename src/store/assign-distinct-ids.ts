/** A distinct id that gets a person. Keys may be of several projects. */
export type Wanted = { readonly key: string; readonly sameKey?: string | undefined };

export interface Assigned<T> {
  readonly created: readonly T[];
  /** Distinct ids that get the person of another, which has one earlier in this order. */
  readonly added: readonly { readonly key: string; readonly owner: string; readonly item: T }[];
}

/** Decides, in order, which distinct ids get a new person and which that of another, as `Persons.ensure` promises. */
export function assignDistinctIds<T extends Wanted>(
  wanted: readonly T[],
  existing: { has(key: string): boolean },
): Assigned<T> {
  const assigned = new Set<string>();
  const created: T[] = [];
  const added: { key: string; owner: string; item: T }[] = [];
  const hasPerson = (key: string) => existing.has(key) || assigned.has(key);
  for (const item of wanted) {
    const { key, sameKey } = item;
    const isNew = !hasPerson(key);
    if (isNew) assigned.add(key);
    if (isNew && sameKey !== undefined && hasPerson(sameKey)) added.push({ key, owner: sameKey, item });
    else if (isNew) created.push(item);
    if (sameKey === undefined || hasPerson(sameKey)) continue;
    assigned.add(sameKey);
    added.push({ key: sameKey, owner: key, item });
  }
  return { created, added };
}
