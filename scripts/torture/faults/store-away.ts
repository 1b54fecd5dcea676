import { exec } from "node:child_process";
import { promisify } from "node:util";
import { mongoProxyOf } from "../../../contract-tests/services/mongo-proxy.ts";
import type { Fault } from "./fault.ts";
import { repeatOutages } from "./repeat-outages.ts";

/** Commands of the shell that take MongoDB away, by force if they like, and give it back. */
export interface StoreCommands {
  readonly stop: string;
  readonly start: string;
}

/** MongoDB goes away and comes back: its connections are cut, or it is ended by commands. */
export function storeAway(commands: StoreCommands | null): Fault {
  return {
    requirements: { disk: null, canDisconnectMongo: commands === null },
    inject: (parts) =>
      repeatOutages(
        parts,
        () => (commands ? runShell(commands.stop) : mongoProxyOf(parts.cluster.environment).disconnect()),
        () => (commands ? runShell(commands.start) : mongoProxyOf(parts.cluster.environment).restore()),
      ),
  };
}

async function runShell(command: string): Promise<void> {
  await promisify(exec)(command);
}
