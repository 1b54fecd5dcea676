import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Fault, FaultParts } from "./fault.ts";
import { live } from "./kill.ts";
import { spoil, unsyncedTail } from "./wal.ts";

const MEGABYTES = 600;
const LOGS = ["journal.db-wal", "sightline.db-wal"];

/**
 * The power goes: all nodes are killed, what was not synced is lost (where their disk is an image), and the ends of their logs, as far as they
 * were not synced, are spoilt.
 */
export const powerLoss: Fault = {
  needs: { disk: { megabytes: MEGABYTES, holds: "everything" }, cuttable: false },
  async happen(parts) {
    while (!parts.until.aborted) {
      await live(parts);
      await losePower(parts);
    }
  },
};

async function losePower({ world, random, blows }: FaultParts): Promise<void> {
  await Promise.all(world.nodes.map((node) => node.kill()));
  blows.kills += world.nodes.length;
  const logs = world.directories.flatMap((directory) => LOGS.map((name) => join(directory, name))).filter(existsSync);
  const tails = logs.map((path) => ({ path, from: unsyncedTail(path) }));
  if (world.disk?.isImage) await world.disk.losePower();
  for (const { path, from } of tails) {
    if (from === null || !existsSync(path)) continue;
    spoil(path, from, random);
    blows.torn += 1;
  }
  for (const node of world.nodes) node.start();
}
