// A process of its own: DuckDB takes memory that only its end returns, and a crash of it ends nothing else.
import { DuckDBInstance } from "@duckdb/node-api";

interface Call {
  readonly id: number;
  readonly sql: string;
}

const [settings = ""] = process.argv.slice(2);

async function connect() {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(settings);
  return connection;
}

const connecting = connect();

async function answer({ id, sql }: Call) {
  try {
    const reader = await (await connecting).runAndReadAll(sql);
    return { id, rows: reader.getRowObjectsJson() };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

process.on("message", async (call: Call) => {
  process.send?.(await answer(call));
});
// The parent ended. A statement that is being executed must not hold this process.
process.on("disconnect", () => process.exit(0));
