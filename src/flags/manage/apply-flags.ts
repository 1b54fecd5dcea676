import type { StoredFlag } from "../../store/ports/flags.ts";
import { type FlagDefinition, flagToJson } from "../define/flag-definition.ts";
import { type ChangeContext, changeFlag, type FlagChangePorts } from "./edit-flags.ts";
import { checkFlagLimits } from "./flag-limits.ts";

/** Stores `put`, and deletes `remove` restorably. Throws `max_length`, with nothing changed. `stored` are all flags. */
export async function applyFlags(
  context: ChangeContext,
  { put, remove }: { readonly put: readonly FlagDefinition[]; readonly remove: readonly string[] },
  stored: readonly StoredFlag[],
  ports: FlagChangePorts,
): Promise<void> {
  const desired = new Map(put.map((flag) => [flag.key, JSON.stringify(flagToJson(flag))]));
  const others = stored.filter(({ key }) => !desired.has(key) && !remove.includes(key));
  checkFlagLimits(stored, [...others, ...[...desired.values()].map((definition) => ({ definition }))]);
  for (const [key, definition] of desired) {
    await changeFlag(context, key, ports, (flag) => {
      return { definition, deleted: false, isNew: flag === null || flag.deleted };
    });
  }
  for (const key of remove) await removeFlag(context, key, ports);
}

/** Deletes the flag with this key, restorably. Does nothing if it is deleted. Throws if there is none. */
async function removeFlag(context: ChangeContext, key: string, ports: FlagChangePorts): Promise<void> {
  await changeFlag(context, key, ports, (flag) => {
    if (flag === null) throw new Error(`the flag ${key} is gone`);
    return { definition: flag.definition, deleted: true, isNew: false };
  });
}
