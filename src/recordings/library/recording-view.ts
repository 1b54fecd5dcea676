import { type PersonView, viewPersons } from "../../people/read-persons.ts";
import type { ColumnarStore } from "../../storage/ports/columnar.ts";
import { type ProjectId, StoreUnavailable, type UserId } from "../../storage/ports/common.ts";
import type { Persons } from "../../storage/ports/persons.ts";
import type { Recording, RecordingLibrary } from "../../storage/ports/recording-library.ts";
import { groupBy } from "../../values/group-by.ts";
import { computeStats, type RecordingStats } from "./recording-stats.ts";

export type StorageKind = "object_storage" | "in_memory" | "columnar";

/** A recording as one user sees it. */
export interface RecordingView extends Recording, RecordingStats {
  /** Whether this user has played it. */
  readonly viewed: boolean;
  /** Null if the recording's distinct id belongs to no person. */
  readonly person: PersonView | null;
  /** Where its newest snapshots are stored. */
  readonly storage: StorageKind;
}

export interface ViewPorts {
  readonly library: RecordingLibrary;
  readonly persons: Pick<Persons, "find" | "summarize" | "distinctIds">;
  readonly columnar: Pick<ColumnarStore, "existingSessions">;
}

/** All copies of one person in a list together have no more bytes than this of properties, and of distinct ids. */
const MAX_LISTED_BYTES = 1024 * 1024;

/** Returns the recordings of one page, in their order, as the user sees them, with summaries of their persons. */
export async function loadRecordingViews(
  projectId: ProjectId,
  recordings: readonly Recording[],
  userId: UserId,
  ports: ViewPorts,
): Promise<RecordingView[]> {
  const views = await loadViews(projectId, recordings, userId, ports, ports.persons.summarize);
  const copies = countBy(views, ({ person }) => person?.uuid ?? "");
  return views.map(({ person, ...view }) => {
    return { ...view, person: person && limitPerson(person, MAX_LISTED_BYTES / (copies.get(person.uuid) ?? 1)) };
  });
}

/** Returns one recording as the user sees it, with its whole person. */
export async function loadRecordingView(
  recording: Recording,
  userId: UserId,
  ports: ViewPorts,
): Promise<RecordingView | undefined> {
  return (await loadViews(recording.projectId, [recording], userId, ports, ports.persons.find))[0];
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, number> {
  return new Map([...groupBy(items, keyOf)].map(([key, group]) => [key, group.length]));
}

function limitPerson(person: PersonView, maxBytes: number): PersonView {
  let bytes = 0;
  const distinctIds = person.distinctIds.filter((id) => {
    bytes += id.length;
    return bytes <= maxBytes;
  });
  const isLarge = JSON.stringify(person.properties).length > maxBytes;
  return { ...person, distinctIds, properties: isLarge ? null : person.properties };
}

async function loadViews(
  projectId: ProjectId,
  recordings: readonly Recording[],
  userId: UserId,
  ports: ViewPorts,
  find: Persons["summarize"],
): Promise<RecordingView[]> {
  if (recordings.length === 0) return [];
  const sessionIds = recordings.map(({ sessionId }) => sessionId);
  const distinctIds = [...new Set(recordings.map(({ summary }) => summary.distinctId))];
  const [viewed, persons, columnar] = await Promise.all([
    ports.library.viewed(projectId, sessionIds, userId),
    loadPersonViews(projectId, distinctIds, find, ports.persons),
    ports.columnar.existingSessions(projectId, sessionIds).catch(emptyIfUnavailable),
  ]);
  return recordings.map((recording) => ({
    ...recording,
    ...computeStats(recording),
    viewed: viewed.has(recording.sessionId),
    person: persons.get(recording.summary.distinctId) ?? null,
    storage: storageKindOf(recording, columnar),
  }));
}

/** Lists work while the columnar database is unavailable; only its own recordings cannot be played meanwhile. */
function emptyIfUnavailable(error: unknown): ReadonlySet<string> {
  if (error instanceof StoreUnavailable) return new Set();
  throw error;
}

function storageKindOf({ unflushed, sessionId }: Recording, columnar: ReadonlySet<string>): StorageKind {
  if (unflushed) return "in_memory";
  return columnar.has(sessionId) ? "columnar" : "object_storage";
}

async function loadPersonViews(
  projectId: ProjectId,
  distinctIds: readonly string[],
  find: Persons["summarize"],
  persons: Pick<Persons, "distinctIds">,
): Promise<Map<string, PersonView>> {
  const found = await find(projectId, distinctIds);
  const unique = new Map([...found.values()].map((person) => [person.uuid, person]));
  const views = new Map((await viewPersons([...unique.values()], persons)).map((view) => [view.uuid, view]));
  return new Map(
    [...found].flatMap(([distinctId, { uuid }]) => {
      const view = views.get(uuid);
      return view ? [[distinctId, view] as const] : [];
    }),
  );
}
