import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAGIC = "PAR1";

/** Returns all values of a Parquet file as JSON, because its pages are compressed; null if the bytes are none. */
export async function parquetText(content: Buffer): Promise<Buffer | null> {
  if (content.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const directory = await mkdtemp(join(tmpdir(), "sightline-parquet-"));
  const instance = await DuckDBInstance.create(":memory:");
  try {
    const path = join(directory, "file.parquet");
    await writeFile(path, content);
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll(`SELECT * FROM read_parquet('${path}')`);
    connection.closeSync();
    return Buffer.from(JSON.stringify(reader.getRowsJson()));
  } finally {
    instance.closeSync();
    await rm(directory, { recursive: true });
  }
}
