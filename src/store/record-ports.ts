import { announce, ERASURES, flagsOf, REMOVALS } from "./changes.ts";
import type { FlagIdentifiers } from "./ports/persons.ts";
import type { Records } from "./ports/records.ts";
import type { StorePorts } from "./ports/stores.ts";
import { type ErasureEngine, recordErasures } from "./records/erasures.ts";
import { recordFlags } from "./records/flags.ts";
import { recordInvites } from "./records/invites.ts";
import { recordKeys } from "./records/keys.ts";
import { type ProjectData, recordRemovals } from "./records/removed-projects.ts";
import { recordTenants } from "./records/tenants.ts";

type EnginePorts = Pick<StorePorts, "events" | "persons" | "people" | "groups" | "recordings" | "checkpoints">;

/** Adds the ports on records. They announce changes that other processes look for, each before it is made. */
export function withRecordPorts(
  ports: EnginePorts,
  records: Records,
  identifiers: FlagIdentifiers,
  erasing: ErasureEngine,
  data: ProjectData,
): StorePorts {
  const [flags, erasures] = [recordFlags(records), recordErasures(records, erasing)];
  const removals = recordRemovals(records, data);
  const announced = async <R>(topic: string, change: () => Promise<R>): Promise<R> => {
    await announce([topic], records);
    return change();
  };
  return {
    ...ports,
    tenants: recordTenants(records),
    keys: recordKeys(records),
    invites: recordInvites(records),
    flags: {
      ...flags,
      ...identifiers,
      change: (projectId, ...args) => announced(flagsOf(projectId), () => flags.change(projectId, ...args)),
      remove: (projectId, key) => announced(flagsOf(projectId), () => flags.remove(projectId, key)),
    },
    erasures: { ...erasures, insert: (erasure) => announced(ERASURES, () => erasures.insert(erasure)) },
    projectRemovals: {
      ...removals,
      begin: (...args) => announced(REMOVALS, () => removals.begin(...args)),
      advance: (...args) => announced(REMOVALS, () => removals.advance(...args)),
    },
    records,
  };
}
