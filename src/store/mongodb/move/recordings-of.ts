import { unescapeText } from "../../escape-text.ts";
import { findByIds } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { recordingKey } from "../recordings/recording-row.ts";
import type { RecordingRow } from "../recordings/recording-row-types.ts";

export interface Session {
  readonly project: number;
  readonly session: string;
}

type KnownRow = Pick<RecordingRow, "_id" | "project" | "sessionId" | "erasedAt" | "begun" | "counted" | "batch">;

export interface KnownRecording {
  readonly row: KnownRow;
  /** Undefined if the recording was erased. */
  readonly session: Session | undefined;
}

export function keyOfSession({ project, session }: Session): string {
  return recordingKey({ projectId: String(project), sessionId: session });
}

/** Parses a recording's key; undefined if the key has only the session's hash. */
export function sessionOfKey(key: string): Session | undefined {
  const [, project, session] = /^(\d+)\/(.*)$/s.exec(key) ?? [];
  return session === undefined ? undefined : { project: Number(project), session: unescapeText(session) };
}

export async function recordingsOf(
  { recordings }: Collections,
  keys: readonly string[],
): Promise<Map<string, KnownRecording>> {
  const projection = { project: 1, sessionId: 1, erasedAt: 1, begun: 1, counted: 1, batch: 1 } as const;
  const rows = await findByIds(recordings, keys, projection);
  return new Map(
    rows.map((row) => {
      const session = { project: row.project, session: unescapeText(row.sessionId) };
      return [row._id, { row, session: row.erasedAt === undefined ? session : undefined }];
    }),
  );
}
