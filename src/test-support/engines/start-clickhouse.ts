import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../../scripts/clickhouse/server.mjs", import.meta.url));
const ENGINE = fileURLToPath(new URL("../../../scripts/clickhouse/node_modules/chdb", import.meta.url));
const { CLICKHOUSE_URL = "" } = process.env;

/** The reason why tests with ClickHouse are skipped; false if ClickHouse is available. */
export const clickHouseUnavailable: string | false =
  CLICKHOUSE_URL === "" &&
  !existsSync(ENGINE) &&
  "ClickHouse is missing: run npm ci --prefix scripts/clickhouse (550 MB), or set CLICKHOUSE_URL";

export interface ClickHouseServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns the ClickHouse at `CLICKHOUSE_URL`, or else starts a server of its own. */
export async function startClickHouseServer(): Promise<ClickHouseServer> {
  if (CLICKHOUSE_URL !== "") return { url: CLICKHOUSE_URL, stop: async () => {} };
  const child = spawn(process.execPath, [SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  return {
    url: line.trim(),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
