import type { Columnar } from "../../storage/ports/columnar.ts";
import { type ProjectId, StoreUnavailable, type UserId } from "../../storage/ports/common.ts";
import type { Person, Persons } from "../../storage/ports/persons.ts";
import type { Recording, Recordings } from "../../storage/ports/recordings.ts";
import { describe, type Figures } from "./figures.ts";

export type Place = "object_storage" | "in_memory" | "columnar";

/** The person of a recording, and the first of the person's distinct ids. */
export interface PersonView extends Person {
  readonly distinctIds: readonly string[];
}

/** A recording as one user sees it. */
export interface RecordingView extends Recording, Figures {
  readonly viewed: "true" | "false";
  /** Null where the recording's distinct id belongs to nobody. */
  readonly person: PersonView | null;
  /** Where its newest snapshots are. */
  readonly storage: Place;
}

export interface ViewPorts {
  readonly recordings: Pick<Recordings, "viewed">;
  readonly persons: Pick<Persons, "find" | "distinctIds">;
  readonly columnar: Pick<Columnar, "present">;
}

const DISTINCT_IDS = 100;
const LOOK_UPS_AT_ONCE = 8;

/** The recordings of a page, in their order, as the user sees them. */
export async function viewRecordings(
  projectId: ProjectId,
  recordings: readonly Recording[],
  userId: UserId,
  ports: ViewPorts,
): Promise<RecordingView[]> {
  if (recordings.length === 0) return [];
  const sessionIds = recordings.map(({ sessionId }) => sessionId);
  const distinctIds = [...new Set(recordings.map(({ summary }) => summary.distinctId))];
  const [viewed, persons, columnar] = await Promise.all([
    ports.recordings.viewed(projectId, sessionIds, userId),
    viewPersons(projectId, distinctIds, ports.persons),
    ports.columnar.present(projectId, sessionIds).catch(noneIfAway),
  ]);
  return recordings.map((recording) => ({
    ...recording,
    ...describe(recording),
    viewed: viewed.has(recording.sessionId) ? "true" : "false",
    person: persons.get(recording.summary.distinctId) ?? null,
    storage: placeOf(recording, columnar),
  }));
}

/** A database of old recordings that is away keeps nobody from the list of all; its own recordings cannot be played meanwhile. */
function noneIfAway(error: unknown): ReadonlySet<string> {
  if (error instanceof StoreUnavailable) return new Set();
  throw error;
}

function placeOf({ unflushed, sessionId }: Recording, columnar: ReadonlySet<string>): Place {
  if (unflushed) return "in_memory";
  return columnar.has(sessionId) ? "columnar" : "object_storage";
}

async function viewPersons(
  projectId: ProjectId,
  distinctIds: readonly string[],
  persons: ViewPorts["persons"],
): Promise<Map<string, PersonView>> {
  const found = await persons.find(projectId, distinctIds);
  const byUuid = new Map([...found.values()].map((person) => [person.uuid, person]));
  const waiting = [...byUuid.values()];
  const views = new Map<string, PersonView>();
  const lookUp = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const owned = await persons.distinctIds(projectId, person.uuid, DISTINCT_IDS);
      views.set(person.uuid, { ...person, distinctIds: owned });
    }
  };
  await Promise.all(Array.from({ length: LOOK_UPS_AT_ONCE }, lookUp));
  return new Map(
    [...found].flatMap(([distinctId, { uuid }]) => {
      const view = views.get(uuid);
      return view ? [[distinctId, view] as const] : [];
    }),
  );
}
