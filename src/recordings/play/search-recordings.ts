import type { ProjectId, UserId } from "../../store/ports/common.ts";
import type { Recording, RecordingPosition } from "../../store/ports/recordings.ts";
import { buildRecordingFilter, type RecordingQuery } from "./build-recording-filter.ts";
import {
  computeStats,
  loadRecordingViews,
  type RecordingStats,
  type RecordingView,
  type ViewPorts,
} from "./recording-view.ts";

export interface RecordingSearch {
  readonly query: RecordingQuery;
  readonly isMatch: (stats: RecordingStats) => boolean;
  /** Returns ids of recordings with matching sessions; null if all match. */
  readonly matchSessions: ((recordings: readonly Recording[]) => Promise<ReadonlySet<string>>) | null;
}

export interface FoundRecordings {
  readonly recordings: readonly RecordingView[];
  /** The next page begins after this recording; null on the last one. */
  readonly next: RecordingPosition | null;
}

const CHUNK = 1000;
const MAX_CHUNKS = 10;

/** Finds matches, latest start first: up to `limit`, fewer if there are many to look at. */
export async function searchRecordings(
  projectId: ProjectId,
  search: RecordingSearch,
  page: { readonly after: RecordingPosition | null; readonly limit: number },
  userId: UserId,
  ports: ViewPorts,
): Promise<FoundRecordings> {
  const { recordings, next } = await findMatching(projectId, search, page, ports);
  return { recordings: await loadRecordingViews(projectId, recordings, userId, ports), next };
}

async function findMatching(
  projectId: ProjectId,
  { query, isMatch, matchSessions }: RecordingSearch,
  { after, limit }: { readonly after: RecordingPosition | null; readonly limit: number },
  { library, persons }: ViewPorts,
): Promise<{ readonly recordings: readonly Recording[]; readonly next: RecordingPosition | null }> {
  const filter = await buildRecordingFilter(projectId, query, persons);
  const found: Recording[] = [];
  let next = after;
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks++) {
    const chunk = await library.listAfter(projectId, filter, next, CHUNK);
    const candidates = chunk.filter((recording) => isMatch(computeStats(recording)));
    const matching = matchSessions && candidates.length > 0 ? await matchSessions(candidates) : null;
    for (const recording of candidates) {
      if (matching && !matching.has(recording.sessionId)) continue;
      found.push(recording);
      const isLast = recording === chunk.at(-1) && chunk.length < CHUNK;
      if (found.length === limit) return { recordings: found, next: isLast ? null : positionOf(recording) };
    }
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < CHUNK) return { recordings: found, next: null };
    next = positionOf(last);
  }
  return { recordings: found, next };
}

const positionOf = ({ summary, sessionId }: Recording) => ({ firstMs: summary.firstMs, sessionId });
