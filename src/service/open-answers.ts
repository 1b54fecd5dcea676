import { join } from "node:path";
import type { Logger } from "pino";
import { once } from "../lib/threads/retry.ts";
import { allEvents } from "../questions/all-events.ts";
import { type AnsweringProcess, type Answers, answersOf } from "../questions/answer-question.ts";
import { questionEngine } from "../questions/engine/question-engine.ts";
import type { ProcessName } from "../questions/engine/question-turns.ts";
import { openLocalFiles, type Reader } from "../questions/history/cached-files.ts";
import { historyOf } from "../questions/history/history.ts";
import { historyRecords } from "../questions/history/history-records.ts";
import { projectRows } from "../questions/project-rows.ts";
import type { Config } from "../settings/config.ts";
import type { Events } from "../store/ports/events.ts";
import type { FileStore, Store } from "../store/ports/stores.ts";
import { readSettings } from "../store/records/project-settings.ts";

/** Returns the store's events together with those that left it, which `answers` reads. */
export function completeEvents({ events, records }: Store, answers: () => Promise<Pick<Answers, "run">>): Events {
  return allEvents({
    events,
    leftUntil: async () => (await historyRecords(records).left()).value.receivedUntil,
    run: async (project, statement) => (await answers()).run(project, statement, await readSettings(project, records)),
  });
}

/** Shares of the memory and the temporary space: most questions run in the first process. */
const SHARES: Readonly<Record<ProcessName, number>> = { first: 0.8, second: 0.2 };

type AnswersContext = { readonly reader?: Reader; readonly now?: () => number };

/** Opens what answers questions. Its first process starts with the first question. */
export function openAnswers(
  config: Config,
  store: Store,
  { files }: Pick<FileStore, "files">,
  log: Pick<Logger, "error">,
  { reader = "questions", now = Date.now }: AnswersContext = {},
): Answers {
  const timeoutMs = config.ANSWERS_TIMEOUT_SECONDS * 1000;
  const history = once(async () => {
    const local = await openLocalFiles(config.DATA_DIR, reader, files, config.HISTORY_CACHE_BYTES);
    return historyOf(historyRecords(store.records), local);
  });
  const options = {
    timeoutMs,
    maxBytes: config.ANSWERS_MAX_BYTES,
    cacheBytes: config.ANSWERS_CACHE_BYTES,
    recordings: store.recordings.library,
    records: store.records,
  };
  const openProcess = (name: ProcessName): AnsweringProcess => {
    const share = SHARES[name];
    const rows = projectRows({ ...store, history }, Date.now);
    const engine = questionEngine({
      memoryBytes: config.ANSWERS_MEMORY_BYTES * share,
      threads: config.ANSWERS_THREADS,
      temporaryFolder: join(config.DATA_DIR, "answers", reader, name),
      temporaryBytes: config.ANSWERS_TEMPORARY_BYTES * share,
      timeoutMs,
      idleMs: config.ANSWERS_IDLE_SECONDS * 1000,
      onIdle: () => rows.releaseAll(),
      onFailure: (reason) => log.error({ reason }, "the engine of questions failed; the next question starts it again"),
    });
    return { engine, rows };
  };
  return answersOf({ first: openProcess("first"), second: openProcess("second") }, options, now);
}
