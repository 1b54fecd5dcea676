import type { Engine } from "../world/world.ts";
import { diskFull } from "./disk-full.ts";
import type { Fault } from "./fault.ts";
import { kill } from "./kill.ts";
import { nodeLost } from "./node-lost.ts";
import { powerLoss } from "./power-loss.ts";
import { type StoreCommands, storeAway } from "./store-away.ts";

export const FAULTS = ["kill", "store-away", "disk-full", "power-loss", "node-lost"] as const;
export type FaultName = (typeof FAULTS)[number];

export interface Circumstances {
  readonly engine: Engine;
  readonly commands: StoreCommands | null;
}

/** The fault as it is on this engine. */
export function faultNamed(name: FaultName, { engine, commands }: Circumstances): Fault {
  if (name === "kill") return kill;
  if (name === "power-loss") return powerLoss;
  if (name === "node-lost") return nodeLost;
  if (name === "disk-full") return diskFull("everything");
  return engine === "sqlite" ? diskFull("store") : storeAway(commands);
}
