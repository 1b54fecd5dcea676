import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sqlText } from "../../questions/history/duckdb-process.ts";
import { fromFiles } from "../../questions/history/event-columns.ts";
import type { History, LiveFiles } from "../../questions/history/history.ts";
import { boundedInstant } from "../../questions/kinds/statement.ts";
import { cleanText } from "../../store/event-lines.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { EventFilter, EventToken, StoredEvent } from "../../store/ports/events.ts";
import type { ExportTarget } from "./export-target.ts";
import { CSV_COLUMNS, type Format } from "./part-file.ts";
import { startDuckdb } from "./work-folders.ts";

export interface FiledEvents {
  /** All events up to this token that the store lacks are in the files, and none after it; null if there are none. */
  readonly upTo: EventToken | null;
  /** Yields the matching events whose uuids are not in those exported files, day by day, each by time. */
  except(exported: readonly string[], filter: EventFilter): AsyncGenerator<StoredEvent>;
  close(): void;
}

interface FiledEventsPorts {
  readonly history: Pick<History, "folder" | "liveFiles">;
  readonly target: Pick<ExportTarget, "workFolder" | "copyTo">;
  readonly format: Format;
}

/** DuckDB reserves more memory for longer lines. */
const LINE_BYTES = { min: 1024 * 1024, max: 64 * 1024 * 1024 };

/** Opens the history files of a project. They stay on this machine until they are closed. */
export async function openFiledEvents(project: ProjectId, ports: FiledEventsPorts): Promise<FiledEvents> {
  const { history, target, format } = ports;
  const live = await history.liveFiles(project);
  const duckdb = startDuckdb(target.workFolder, history.folder(project));
  return {
    upTo: live.filedUpTo,
    async *except(exported, filter) {
      await duckdb.run("CREATE OR REPLACE TABLE exported (uuid UUID)");
      const copy = join(target.workFolder, `exported.${format}`);
      for (const name of exported) {
        await target.copyTo(name, copy);
        await duckdb.run(`INSERT INTO exported SELECT uuid FROM ${READERS[format](copy, (await stat(copy)).size)}`);
        await rm(copy);
      }
      const lines = join(target.workFolder, "filed.jsonl");
      for (const paths of pathsByDay(live)) {
        await duckdb.run(`COPY (${selectLacking(paths, filter)}) TO ${sqlText(lines)} (FORMAT json)`);
        for await (const line of createInterface({ input: createReadStream(lines) })) {
          yield { projectId: project, ...JSON.parse(line) } as StoredEvent;
        }
        await rm(lines);
      }
    },
    close() {
      duckdb.close();
      live.release();
    },
  };
}

const READERS: Readonly<Record<Format, (path: string, bytes: number) => string>> = {
  parquet: (path) => fromFiles([path]),
  jsonl: (path, bytes) =>
    `read_json(${sqlText(path)}, format = 'newline_delimited', columns = {uuid: 'UUID'},
      maximum_object_size = ${lineLimit(bytes)})`,
  csv: (path, bytes) =>
    `read_csv(${sqlText(path)}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"',
      columns = {${CSV_COLUMNS.map((name) => `${name}: '${name === "uuid" ? "UUID" : "VARCHAR"}'`).join()}},
      max_line_size = ${lineLimit(bytes)}, buffer_size = ${lineLimit(bytes)}, parallel = false)`,
};

function lineLimit(bytes: number): number {
  return Math.min(Math.max(bytes + 1, LINE_BYTES.min), LINE_BYTES.max);
}

function pathsByDay({ events }: Pick<LiveFiles, "events">): string[][] {
  const days = [...new Set(events.map(({ day }) => day))].sort();
  return days.map((day) => events.filter((file) => file.day === day).map(({ path }) => path));
}

function selectLacking(paths: readonly string[], { event, distinctIds, from, to }: EventFilter): string {
  const conditions = ["true"];
  if (event !== undefined) conditions.push(`event = ${sqlText(cleanText(event))}`);
  if (distinctIds) conditions.push(`distinct_id IN (${distinctIds.map((id) => sqlText(cleanText(id))).join()})`);
  if (from !== undefined) conditions.push(`timestamp >= ${boundedInstant(from)}`);
  if (to !== undefined) conditions.push(`timestamp < ${boundedInstant(to)}`);
  return `SELECT uuid::VARCHAR AS uuid, event, distinct_id AS "distinctId", epoch_ms(timestamp) AS timestamp,
      epoch_ms(received_at) AS "receivedAt", properties
    FROM ${fromFiles(paths)} AS filed ANTI JOIN exported USING (uuid)
    WHERE ${conditions.join(" AND ")} ORDER BY filed.timestamp, uuid`;
}
