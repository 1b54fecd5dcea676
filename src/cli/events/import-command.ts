import { Contract } from "../../http/contract/contract.ts";
import { parseEvents } from "../../http/decode/parse-body.ts";
import { type ImportReport, importEvents } from "../../ingest/import-events.ts";
import { JournalDatabase } from "../../ingest/journal/journal-database.ts";
import { drainOffline } from "../../ops/drain-offline.ts";
import { readConfig } from "../../settings/config.ts";
import { type ProjectOption, withProject } from "../choose-project.ts";
import type { CliContext } from "../cli-context.ts";
import { formatTable, print } from "../output.ts";
import { withProgress } from "../progress.ts";
import { findExportFiles, readExportFiles } from "./export-lines.ts";
import { ParquetLines } from "./parquet-lines.ts";

export interface ImportOptions extends ProjectOption {
  readonly json?: true;
}

const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** The part of the journal that may wait for the store: requests need the rest. */
const JOURNAL_SHARE = 0.25;
const STORE_TIMEOUT_MS = 30_000;

export async function importFiles(path: string, { project, json }: ImportOptions, context: CliContext): Promise<void> {
  const config = readConfig(context.environment);
  const files = await findExportFiles(path);
  const contract = await Contract.load();
  const check = (body: Uint8Array) =>
    contract.checkBody(
      "batch",
      parseEvents(body, () => false),
    );
  const report = await withProject(project, context, async (projectId, { events }) => {
    const drain = await drainOffline(config);
    const journal = new JournalDatabase(config.DATA_DIR);
    const parquet = new ParquetLines(config.DATA_DIR);
    const maxWaitingBytes = Math.min(MAX_WAITING_BYTES, config.JOURNAL_MAX_BYTES * JOURNAL_SHARE);
    const ports = { journal, events, check, now: context.now, maxWaitingBytes, timeoutMs: STORE_TIMEOUT_MS };
    const total = async () => files.reduce((sum, { bytes }) => sum + bytes, 0);
    try {
      return await withProgress(context.progress, "bytes read", total, (onProgress) => {
        const toLines = (file: string) => parquet.convert(file);
        const lines = readExportFiles(files, { toLines, maxLineBytes: config.BODY_LIMIT_BYTES, onProgress });
        return importEvents(projectId, lines, ports);
      });
    } finally {
      await parquet.close();
      journal.close();
      await drain?.stop(AbortSignal.abort());
    }
  });
  print(context, json, { ...report, skipped: Object.fromEntries(report.skipped) }, reportText(report));
}

function reportText({ imported, known, refused, skipped }: ImportReport): string {
  const number = (count: number) => count.toLocaleString("en");
  const lines = [...skipped.values()].reduce((sum, { count }) => sum + count, 0);
  const parts = [
    `${number(imported)} imported`,
    `${number(known)} stored before`,
    `${number(refused)} dead letters`,
    `${number(lines)} skipped`,
  ];
  const rows = [...skipped].map(([reason, { count, examples }]) => [reason, number(count), examples.join(", ")]);
  return `${parts.join(", ")}.\n${rows.length === 0 ? "" : formatTable(["THE EVENT", "COUNT", "FIRST"], rows)}`;
}
