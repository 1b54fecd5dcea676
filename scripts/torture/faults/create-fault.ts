import type { Engine } from "../cluster/test-cluster.ts";
import { backup } from "./backup.ts";
import { clone } from "./clone.ts";
import { diskFull } from "./disk-full.ts";
import { erasure } from "./erasure.ts";
import type { Fault } from "./fault.ts";
import { filesAway } from "./files-away.ts";
import { kill } from "./kill.ts";
import { nodeLost } from "./node-lost.ts";
import { oldCopy } from "./old-copy.ts";
import { powerLoss } from "./power-loss.ts";
import type { OutageMs } from "./repeat-outages.ts";
import { rollingRestart } from "./rolling-restart.ts";
import { type StoreCommands, storeAway } from "./store-away.ts";
import { takeOver } from "./take-over.ts";

export const FAULTS = [
  "kill",
  "store-away",
  "files-away",
  "disk-full",
  "power-loss",
  "node-lost",
  "take-over",
  "old-copy",
  "clone",
  "backup",
  "rolling-restart",
  "erasure",
] as const;
export type FaultName = (typeof FAULTS)[number];

export interface FaultOptions {
  readonly engine: Engine;
  readonly storeCommands: StoreCommands | null;
  readonly outageMs: OutageMs;
}

/** Creates the fault for this engine. */
export function createFault(name: FaultName, { engine, storeCommands, outageMs }: FaultOptions): Fault {
  if (name === "kill") return kill;
  if (name === "power-loss") return powerLoss;
  if (name === "node-lost") return nodeLost;
  if (name === "take-over") return takeOver;
  if (name === "old-copy") return oldCopy;
  if (name === "clone") return clone;
  if (name === "backup") return backup;
  if (name === "rolling-restart") return rollingRestart;
  if (name === "erasure") return erasure;
  if (name === "files-away") return filesAway(outageMs);
  if (name === "disk-full") return diskFull("everything");
  return engine === "sqlite" ? diskFull("store") : storeAway(storeCommands, outageMs);
}
