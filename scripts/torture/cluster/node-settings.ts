import { freePort } from "../../../test/support/free-port.ts";
import type { NodeOptions } from "./service-node.ts";

export type NodeSettings = Pick<NodeOptions, "program" | "port" | "env">;

const SETTINGS = {
  HOST: "127.0.0.1",
  LOG_LEVEL: "info",
  RATE_LIMIT_PER_MINUTE: "0",
  HISTORY_INTERVAL_SECONDS: "1", // so that kills find commits
  RECORDING_INGESTION_LIMIT_SECONDS: "1", // so that snapshots move to files during a round
};

/** Chooses the environment variables and a port for a node in each directory. */
export async function chooseNodeSettings(
  program: string,
  directories: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<NodeSettings[]> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const shared = { PATH, HOME, NODE_COMPILE_CACHE, ...SETTINGS, ...settings };
  const nodes: NodeSettings[] = [];
  for (const DATA_DIR of directories) {
    const port = await freePort();
    nodes.push({ program, port, env: { ...shared, DATA_DIR, PORT: String(port) } });
  }
  return nodes;
}
