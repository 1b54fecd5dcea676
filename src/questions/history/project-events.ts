import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { cleanText } from "../../store/event-lines.ts";
import { type ProjectId, StoreUnavailable } from "../../store/ports/common.ts";
import type { EventFilter, Events, EventToken, StoredEvent } from "../../store/ports/events.ts";
import { boundedInstant } from "../kinds/statement.ts";
import { sqlText } from "./duckdb-process.ts";
import { fromFiles, rewriteFiles } from "./event-columns.ts";
import { historyOf, type LiveFile, type LiveFiles } from "./history.ts";
import { dayName, dayNumber, type LocalFiles } from "./history-keys.ts";
import type { HistoryRecords } from "./history-records.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";
import { writeBatch } from "./write-batch.ts";

export interface ProjectEventsPorts {
  readonly events: Pick<Events, "storedLines">;
  readonly records: HistoryRecords;
  readonly local: LocalFiles;
}

/** The events of one UTC day. */
export interface EventDay {
  readonly day: string;
  /** Keys of its live files. */
  readonly files: readonly string[];
  /** Whether some of its events are in no live file yet. */
  readonly hasUnfiled: boolean;
  readonly paths: readonly string[];
}

type Unfiled = Pick<LiveFile, "path" | "day">;

/** All events of a project at one moment, each once, in Parquet files on this machine. */
export type ProjectEvents = Awaited<ReturnType<typeof openProjectEvents>>;

/** Writes what is in no live file yet to the folder, which is emptied first. */
export async function openProjectEvents(project: ProjectId, ports: ProjectEventsPorts, folder: string) {
  const { records, local } = ports;
  const live = await historyOf(records, local).liveFiles(project);
  const workshop = await openWorkshop(folder, [local.root]);
  try {
    const pathOf = (key: string) => join(folder, basename(key));
    const put = async (key: string, content: Readable) => {
      await pipeline(content, createWriteStream(pathOf(key), { mode: 0o600 }));
      return 0;
    };
    const range = { after: live.filedUpTo, projects: new Map([[project, live.events]]) };
    const target = { ...ports, workshop, files: { put }, now: Date.now };
    const written = await writeBatch(range, target, new AbortController().signal);
    const unfiled = (written.get(project) ?? []).map(({ key, day }) => ({ path: pathOf(key), day }));
    if (isBefore(live.filedUpTo, (await records.left()).value.leavingUpTo)) {
      throw new StoreUnavailable("Events have left the store meanwhile: try again.");
    }
    return projectEvents(project, workshop, live, unfiled);
  } catch (error) {
    await workshop.close();
    live.release();
    throw error;
  }
}

function projectEvents(project: ProjectId, workshop: Workshop, live: LiveFiles, unfiled: readonly Unfiled[]) {
  const { duckdb } = workshop;
  const names = [...new Set([...live.events, ...unfiled].map(({ day }) => day))].sort();
  const all = names.map((name): EventDay => {
    const isOfDay = ({ day }: Unfiled) => day === name;
    const [files, others] = [live.events.filter(isOfDay), unfiled.filter(isOfDay)];
    const paths = [...files, ...others].map(({ path }) => path);
    return { day: name, files: files.map(({ key }) => key), hasUnfiled: others.length > 0, paths };
  });

  /** Returns days that may have matching events, the oldest first. */
  function days({ from, to }: EventFilter): readonly EventDay[] {
    const [first, last] = [from, to].map((time) => (time === undefined ? undefined : dayName(dayNumber(time))));
    return all.filter(({ day }) => (first ?? day) <= day && day <= (last ?? day));
  }

  async function* read({ paths }: EventDay, filter: EventFilter, condition = "true"): AsyncGenerator<StoredEvent> {
    const lines = workshop.newPath("jsonl");
    await duckdb.run(`COPY (
        SELECT uuid::VARCHAR AS uuid, event, distinct_id AS "distinctId", epoch_ms(filed.timestamp) AS timestamp,
          epoch_ms(received_at) AS "receivedAt", properties
        FROM ${fromFiles(paths)} AS filed WHERE ${matching(filter)} AND ${condition}
        ORDER BY filed.timestamp, received_at, sequence, uuid
      ) TO ${sqlText(lines)} (FORMAT json)`);
    for await (const line of createInterface({ input: createReadStream(lines) })) {
      yield { projectId: project, ...JSON.parse(line) } as StoredEvent;
    }
    await rm(lines);
  }

  return {
    /** Makes files in the folder that was opened. */
    workshop,
    days,
    read,

    async count(filter: EventFilter): Promise<number> {
      const paths = days(filter).flatMap((day) => day.paths);
      if (paths.length === 0) return 0;
      const counted = `SELECT count(*) AS count FROM ${fromFiles(paths)} WHERE ${matching(filter)}`;
      return Number((await duckdb.run(counted))[0]?.["count"]);
    },

    /** Yields matching events, oldest first. */
    async *scan(filter: EventFilter): AsyncGenerator<StoredEvent> {
      for (const day of days(filter)) yield* read(day, filter);
    },

    /** Copies matching events to a new Parquet file. Returns how many. */
    async copy({ paths }: EventDay, filter: EventFilter, condition: string, path: string): Promise<number> {
      const files = paths.map((from) => ({ path: from }));
      const copy = rewriteFiles(files, path, { condition: `${matching(filter)} AND ${condition}` });
      return Number((await duckdb.run(copy))[0]?.["Count"]);
    },

    async close(): Promise<void> {
      await workshop.close();
      live.release();
    },
  };
}

/** Compares tokens of one store: null is before all, and longer ones are later. */
function isBefore(a: EventToken | null, b: EventToken | null): boolean {
  if (a === null || b === null) return a === null && b !== null;
  return a.length === b.length ? a < b : a.length < b.length;
}

function matching({ event, distinctIds, from, to }: EventFilter): string {
  const conditions = ["true"];
  if (event !== undefined) conditions.push(`event = ${sqlText(cleanText(event))}`);
  if (distinctIds) conditions.push(`distinct_id IN (${distinctIds.map((id) => sqlText(cleanText(id))).join()})`);
  if (from !== undefined) conditions.push(`timestamp >= ${boundedInstant(from)}`);
  if (to !== undefined) conditions.push(`timestamp < ${boundedInstant(to)}`);
  return conditions.join(" AND ");
}
