import { join } from "node:path";
import type { Logger } from "pino";
import { Answers } from "../answers/answer-question.ts";
import { QuestionEngine } from "../answers/engine/question-engine.ts";
import { History } from "../answers/history/history.ts";
import { historyRecords } from "../answers/history/history-records.ts";
import { openLocalFiles, type Reader } from "../answers/history/local/open-local-files.ts";
import { ProjectRows } from "../answers/project-rows.ts";
import type { Config } from "../settings/config.ts";
import type { FileStore, Store } from "../store/ports/stores.ts";

/** Returns what answers questions. Its process starts with the first one. */
export function openAnswers(
  config: Config,
  store: Store,
  { files }: Pick<FileStore, "files">,
  log: Pick<Logger, "error">,
  reader: Reader = "questions",
): Answers {
  const timeoutMs = config.ANSWERS_TIMEOUT_SECONDS * 1000;
  const engine = new QuestionEngine({
    memoryBytes: config.ANSWERS_MEMORY_BYTES,
    threads: config.ANSWERS_THREADS,
    temporaryFolder: join(config.DATA_DIR, "answers", reader),
    temporaryBytes: config.ANSWERS_TEMPORARY_BYTES,
    timeoutMs,
    idleMs: config.ANSWERS_IDLE_SECONDS * 1000,
    onIdle: () => rows.releaseAll(),
    onFailure: (reason) => log.error({ reason }, "the engine of questions failed; the next question starts it again"),
  });
  let opened: Promise<History> | undefined;
  const open = async () => {
    const local = await openLocalFiles(config.DATA_DIR, reader, files, config.HISTORY_CACHE_BYTES);
    return new History(historyRecords(store.records), local);
  };
  const history = () => {
    opened ??= open().catch((error) => {
      opened = undefined; // the next question tries again
      throw error;
    });
    return opened;
  };
  const options = {
    timeoutMs,
    maxBytes: config.ANSWERS_MAX_BYTES,
    cacheBytes: config.ANSWERS_CACHE_BYTES,
    recordings: store.recordings.library,
  };
  const rows = new ProjectRows({ ...store, history }, Date.now);
  return new Answers(engine, rows, options, Date.now);
}
