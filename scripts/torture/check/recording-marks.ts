import { setTimeout as sleep } from "node:timers/promises";
import { decodeBody, exchange } from "../../../contract-tests/client/exchange.ts";
import type { Project } from "../cluster/test-cluster.ts";
import type { Visitor } from "../load/visitor.ts";
import type { FoundMark } from "./compare-marks.ts";

/** How long the service may answer 503 after an outage. */
const UNAVAILABLE_TIMEOUT_MS = 120_000;
const RETRY_INTERVAL_MS = 500;

interface SnapshotLine {
  readonly data: readonly { readonly data: { readonly id: number } }[];
}

interface PlayedRecording {
  readonly marks: readonly number[];
  /** The click count of the recording. Each snapshot is one click. */
  readonly clicks: number;
}

/**
 * Plays the recordings of all visitors. Returns the marks of their snapshots, and the violations as sentences; apart
 * from them those of recordings with a wrong number of clicks.
 */
export async function readRecordingMarks(
  visitors: readonly Visitor[],
  base: string,
  project: Project,
): Promise<{ marks: FoundMark[]; wrong: string[]; miscounted: string[] }> {
  const found: FoundMark[] = [];
  const wrong: string[] = [];
  const miscounted: string[] = [];
  for (const session of visitors.flatMap(({ sessions }) => sessions)) {
    try {
      const { marks, clicks } = await readRecording(session, base, project);
      found.push(...marks.map((mark): FoundMark => ({ kind: "snapshot", mark, owner: session })));
      if (clicks !== marks.length) miscounted.push(`${session} reports ${clicks} clicks but has ${marks.length}`);
    } catch (error) {
      wrong.push(`${session}: ${error}`);
    }
  }
  return { marks: found, wrong, miscounted };
}

/** Plays one recording. Throws for an unexpected response. */
async function readRecording(session: string, base: string, { id, personalApiKey }: Project): Promise<PlayedRecording> {
  const recording = `/api/projects/${id}/session_recordings/${encodeURIComponent(session)}`;
  const read = async (path: string, accept: string): Promise<string | null> => {
    const headers = { authorization: `Bearer ${personalApiKey}`, accept };
    const get = () => exchange(base, { method: "GET", path, headers });
    let response = await get();
    for (const end = Date.now() + UNAVAILABLE_TIMEOUT_MS; response.status === 503 && Date.now() < end; ) {
      await sleep(RETRY_INTERVAL_MS);
      response = await get();
    }
    if (response.status === 404) return null;
    if (response.status !== 200) throw new Error(`${response.status} ${decodeBody(response).slice(0, 300)}`);
    return decodeBody(response);
  };
  const lines = await read(`${recording}/snapshots`, "application/x-ndjson");
  if (lines === null) return { marks: [], clicks: 0 }; // none of its snapshots was accepted
  const events = lines.split("\n").flatMap((line) => (line === "" ? [] : (JSON.parse(line) as SnapshotLine).data));
  const summary = JSON.parse((await read(recording, "application/json")) ?? "{}") as { click_count: number };
  return { marks: events.map(({ data }) => data.id), clicks: summary.click_count };
}
