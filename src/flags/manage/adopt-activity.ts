import type { JsonDifference } from "../../lib/json/json-differences.ts";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import { uuidFrom } from "../../lib/uuid.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Store } from "../../store/ports/stores.ts";
import { ACTIVITY, type ActivityRecord, UPGRADES } from "../../store/records/change-kinds.ts";
import { COUNTERS } from "../../store/records/counters.ts";
import type { FlagRecord } from "../../store/records/flags.ts";
import { changesText } from "../../tenants/activity-log.ts";

/** What an earlier version kept of a change with the flag. */
interface Entry extends Pick<ActivityRecord, "at"> {
  readonly version: number;
  readonly by: ActivityRecord["userId"];
  readonly kind: ActivityRecord["activity"];
  readonly changes: readonly JsonDifference[];
}

const UPGRADE = { name: "flag activity" };

/** Logs what earlier versions kept with each flag, deleted ones too. Repeatable on any node. */
export async function adoptFlagActivity({ tenants, flags, records }: Store, signal: AbortSignal): Promise<void> {
  if (await records.find(UPGRADES, UPGRADE)) return;
  for (const { id: projectId } of await tenants.listProjects()) {
    const { last = 0 } = (await records.find(COUNTERS, { name: `flags ${projectId}` })) ?? {};
    for (let number = 1; number <= last; number += 1) {
      if (signal.aborted) return;
      const flag = await flags.find(projectId, number);
      for (const one of flag ? earlierActivity(projectId, flag) : []) await records.put(ACTIVITY, one);
    }
  }
  await records.put(UPGRADES, UPGRADE);
}

function earlierActivity(projectId: ProjectId, { number, key: name, activity }: FlagRecord): ActivityRecord[] {
  const scope = "FeatureFlag";
  return (parseJsonText(activity) as Entry[]).map(({ version, at, by: userId, kind, changes }) => ({
    ...{ projectId, id: uuidFrom(`${scope} ${projectId} ${number} ${version}`), scope, itemId: String(number), name },
    ...{ sequence: at * 1000, at, userId, activity: kind, shortId: null, revision: version, ...changesText(changes) },
  }));
}
