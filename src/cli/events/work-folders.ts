import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DuckdbProcess } from "../../questions/history/duckdb-process.ts";

const MEMORY_BYTES = 384 * 1024 * 1024;

/** Removes the folders that killed commands left, named after their processes. Returns the ids of others that run. */
export async function removeAbandoned(folder: string, pattern: RegExp): Promise<number[]> {
  const running: number[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const id = Number(pattern.exec(name)?.[1] ?? process.pid);
    if (id === process.pid) continue;
    if (isRunning(id)) running.push(id);
    else await rm(join(folder, name), { recursive: true, force: true });
  }
  return running;
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Starts DuckDB for a work folder, where it keeps what exceeds its memory, and for another folder. */
export function startDuckdb(workFolder: string, ...others: readonly string[]): DuckdbProcess {
  const temporary = join(workFolder, "spill");
  return new DuckdbProcess({ folders: [workFolder, ...others], temporary, memoryBytes: MEMORY_BYTES });
}
