import { announce, ERASURES, flagsOf, REMOVALS } from "./changes.ts";
import type { StorePorts } from "./ports/stores.ts";

/** Makes ports announce changes that other processes look for, each before it is made. */
export function announcedPorts(ports: StorePorts): StorePorts {
  const { flags, erasures, projectRemovals: removals, records } = ports;
  const announced = async <R>(topic: string, change: () => Promise<R>): Promise<R> => {
    await announce([topic], records);
    return change();
  };
  return {
    ...ports,
    flags: {
      ...flags,
      change: (projectId, ...args) => announced(flagsOf(projectId), () => flags.change(projectId, ...args)),
      remove: (projectId, key) => announced(flagsOf(projectId), () => flags.remove(projectId, key)),
    },
    erasures: { ...erasures, insert: (erasure) => announced(ERASURES, () => erasures.insert(erasure)) },
    projectRemovals: {
      ...removals,
      begin: (...args) => announced(REMOVALS, () => removals.begin(...args)),
      advance: (...args) => announced(REMOVALS, () => removals.advance(...args)),
    },
  };
}
