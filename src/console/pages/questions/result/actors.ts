export interface Actor {
  readonly id: string;
  readonly label: string;
  readonly email: string | null;
  /** Those that the answer has, with spaces between. */
  readonly distinctIds: string;
  /** Where its page is, below the persons; null for visitors without a profile. */
  readonly page: readonly (string | number)[] | null;
  readonly events: number;
  readonly sessions: readonly string[];
}

interface Row {
  readonly 0: {
    readonly id: string;
    readonly group_type_index?: number;
    readonly properties: Readonly<Record<string, unknown>>;
    readonly created_at: string | null;
    readonly distinct_ids?: readonly string[];
  };
  readonly 1: number;
  readonly 2: readonly { readonly session_id: string }[];
}

/** Reads rows of an `ActorsQuery` that selects actors, numbers of events and recordings. */
export function actorsOf(results: unknown): Actor[] {
  return (results as readonly Row[]).map(({ 0: actor, 1: events, 2: recordings }) => ({
    id: actor.id,
    label: labelOf(actor),
    email: typeof actor.properties.email === "string" ? actor.properties.email : null,
    distinctIds: (actor.distinct_ids ?? []).join(" "),
    page: pageOf(actor),
    events,
    sessions: recordings.map(({ session_id }) => session_id),
  }));
}

function pageOf({ id, group_type_index, created_at }: Row[0]) {
  if (created_at === null) return null;
  return group_type_index === undefined ? [id] : ["groups", group_type_index, id];
}

export function labelOf({ id, properties, distinct_ids }: Pick<Row[0], "id" | "properties" | "distinct_ids">): string {
  const named = [properties.email, properties.name].find((value) => typeof value === "string" && value !== "");
  return String(named ?? distinct_ids?.[0] ?? id);
}
