import { problem } from "../../problem.ts";
import type { Listed, Page, ProjectId, UserId } from "../../storage/ports/common.ts";
import type { Recording, Recordings, SessionKey } from "../../storage/ports/recordings.ts";
import type { PropertyMap } from "../../values/json.ts";
import { listSources, locateRecording, type SnapshotSource } from "../player/sources.ts";
import { buildRecordingFilter, type RecordingQuery } from "./build-recording-filter.ts";
import { loadRecordingViews, type RecordingView, type ViewPorts } from "./recording-view.ts";

export interface LibraryPorts extends ViewPorts {
  readonly recordings: Recordings;
}

/** The project's recordings that are wanted, as the user sees them, the latest start first. */
export async function listRecordings(
  projectId: ProjectId,
  wanted: RecordingQuery,
  page: Page,
  userId: UserId,
  ports: LibraryPorts,
): Promise<Listed<RecordingView>> {
  const filter = await buildRecordingFilter(projectId, wanted, ports.persons);
  const { count, items } = await ports.recordings.list(projectId, page, filter);
  return { count, items: await loadRecordingViews(projectId, items, userId, ports) };
}

/** One recording as the user sees it. Throws `not_found`. */
export async function retrieveRecording(
  session: SessionKey,
  userId: UserId,
  ports: LibraryPorts,
): Promise<RecordingView> {
  const [recording] = await ports.recordings.find(session.projectId, [session.sessionId]);
  return loadRecordingView(recording, userId, ports);
}

/** One recording as the user sees it, and the places of its snapshots. Throws `not_found`. */
export async function retrieveWithSources(
  session: SessionKey,
  userId: UserId,
  ports: LibraryPorts,
): Promise<{ recording: RecordingView; sources: SnapshotSource[] }> {
  const located = await locateRecording(session, ports);
  if (!located) throw problem("not_found");
  return { recording: await loadRecordingView(located.recording, userId, ports), sources: listSources(located) };
}

/**
 * What is noted of the sessions that have a recording, the latest start first, and the first of these recordings; of the project's newest
 * recording where no sessions are named. Throws `not_found` where there is none.
 */
export async function retrieveProperties(
  projectId: ProjectId,
  sessionIds: readonly string[] | null,
  userId: UserId,
  ports: LibraryPorts,
): Promise<{ recording: RecordingView; results: { sessionId: string; properties: PropertyMap }[] }> {
  const found = sessionIds
    ? await ports.recordings.find(projectId, sessionIds)
    : (await ports.recordings.list(projectId, { limit: 1, offset: 0 })).items;
  const recording = await loadRecordingView(found[0], userId, ports);
  const ids = found.map(({ sessionId }) => sessionId);
  const noted = await ports.recordings.properties(projectId, ids);
  return { recording, results: ids.map((sessionId) => ({ sessionId, properties: noted.get(sessionId) ?? {} })) };
}

async function loadRecordingView(
  recording: Recording | undefined,
  userId: UserId,
  ports: LibraryPorts,
): Promise<RecordingView> {
  const [view] = recording ? await loadRecordingViews(recording.projectId, [recording], userId, ports) : [];
  if (!view) throw problem("not_found");
  return view;
}
