import { exec } from "node:child_process";
import { promisify } from "node:util";
import { mongoProxyOf } from "../../../contract-tests/services/mongo-proxy.ts";
import type { Fault } from "./fault.ts";
import { type OutageMs, repeatOutages } from "./repeat-outages.ts";

/** Shell commands that stop MongoDB, possibly by force, and start it again. */
export interface StoreCommands {
  readonly stop: string;
  readonly start: string;
}

/** Makes MongoDB unreachable and reachable again, by cutting its connections or by shell commands. */
export function storeAway(commands: StoreCommands | null, outageMs: OutageMs): Fault {
  return {
    requirements: { disk: null, canDisconnectMongo: commands === null },
    inject: (context) =>
      repeatOutages(
        context,
        () => (commands ? runShell(commands.stop) : mongoProxyOf(context.cluster.environment).disconnect()),
        () => (commands ? runShell(commands.start) : mongoProxyOf(context.cluster.environment).restore()),
        outageMs,
      ),
  };
}

async function runShell(command: string): Promise<void> {
  await promisify(exec)(command);
}
