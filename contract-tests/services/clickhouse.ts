import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process.ts";

const FOLDER = join(ROOT, "scripts/clickhouse");

/** Why there is no ClickHouse to test with; false where there is one. */
export const noClickHouse: string | false =
  !process.env.CLICKHOUSE_URL &&
  !existsSync(join(FOLDER, "node_modules")) &&
  "there is no ClickHouse: npm ci --prefix scripts/clickhouse (550 MB), or set CLICKHOUSE_URL to any server";

export interface ClickHouse {
  readonly url: string;
  /** The answer to a query, as text; `rows` are those of an INSERT. */
  query(query: string, rows?: readonly object[]): Promise<string>;
  stop(): Promise<void>;
}

/** The ClickHouse that the environment names, or one of our own. */
export async function openClickHouse(): Promise<ClickHouse> {
  const { CLICKHOUSE_URL } = process.env;
  if (CLICKHOUSE_URL) return reach(CLICKHOUSE_URL, async () => {});
  const child = spawn(process.execPath, [join(FOLDER, "server.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  return reach(line.trim(), async () => {
    child.kill("SIGTERM");
    await ended;
  });
}

function reach(url: string, stop: () => Promise<void>): ClickHouse {
  return {
    url,
    stop,
    async query(query, rows = []) {
      const { username, password, origin, pathname } = new URL(url);
      const address = new URL(origin);
      address.searchParams.set("query", query);
      if (pathname.length > 1) address.searchParams.set("database", pathname.slice(1));
      const headers: Record<string, string> = username
        ? { "X-ClickHouse-User": username, "X-ClickHouse-Key": password }
        : {};
      const body = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      const answer = await fetch(address, { method: "POST", headers, body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text;
    },
  };
}
