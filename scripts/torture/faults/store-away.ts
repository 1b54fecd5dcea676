import { exec } from "node:child_process";
import { promisify } from "node:util";
import { passageTo } from "../../../contract-tests/services/passages.ts";
import type { Fault } from "./fault.ts";
import { outages } from "./outage.ts";

/** Commands of the shell that take MongoDB away, by force if they like, and give it back. */
export interface StoreCommands {
  readonly stop: string;
  readonly start: string;
}

/** MongoDB goes away and comes back: its connections are cut, or it is ended by commands. */
export function storeAway(commands: StoreCommands | null): Fault {
  return {
    needs: { disk: null, cuttable: commands === null },
    happen: (parts) =>
      outages(
        parts,
        () => (commands ? run(commands.stop) : passageTo(parts.world.place).cut()),
        () => (commands ? run(commands.start) : passageTo(parts.world.place).mend()),
      ),
  };
}

async function run(command: string): Promise<void> {
  await promisify(exec)(command);
}
