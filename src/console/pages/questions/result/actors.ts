/** A person or a group behind a number. */
export interface Actor {
  readonly id: string;
  readonly label: string;
  readonly email: string | null;
  /** Those that the answer has, with spaces between. */
  readonly distinctIds: string;
  /** Whether there is a page about it: not for visitors without a profile, and groups. */
  readonly isKnown: boolean;
  readonly events: number;
  /** The sessions of its recordings. */
  readonly sessions: readonly string[];
}

interface Row {
  readonly 0: {
    readonly id: string;
    readonly type?: "group";
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
    isKnown: actor.type === undefined && actor.created_at !== null,
    events,
    sessions: recordings.map(({ session_id }) => session_id),
  }));
}

function labelOf({ id, properties, distinct_ids }: Row[0]): string {
  const named = [properties.email, properties.name].find((value) => typeof value === "string" && value !== "");
  return String(named ?? distinct_ids?.[0] ?? id);
}
