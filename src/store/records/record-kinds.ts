import type { RecordKindSpec } from "../ports/records.ts";
import * as changeKinds from "./change-kinds.ts";
import { COHORT_PERSONS } from "./cohort-persons.ts";
import { COUNTERS } from "./counters.ts";
import { ERASURE_ITEMS, ERASURES } from "./erasures.ts";
import { FLAGS } from "./flags.ts";
import * as historyKinds from "./history-kinds.ts";
import { INVITES, RECENT_INVITES } from "./invites.ts";
import { KEYS } from "./keys.ts";
import { NODES } from "./nodes.ts";
import { PROJECT_SETTINGS } from "./project-settings.ts";
import * as savedKinds from "./saved-kinds.ts";
import * as schemaKinds from "./schema-kinds.ts";
import * as signInKinds from "./sign-in-kinds.ts";
import * as tenantKinds from "./tenant-kinds.ts";

/** Every kind that the service stores. Engines prepare tables or collections for these when they open. */
export const RECORD_KINDS: readonly RecordKindSpec[] = [
  ...[COHORT_PERSONS, COUNTERS, KEYS, INVITES, RECENT_INVITES, FLAGS, NODES, ERASURES, ERASURE_ITEMS, PROJECT_SETTINGS],
  // Files that export nothing but kinds.
  ...[tenantKinds, historyKinds, changeKinds, savedKinds, schemaKinds, signInKinds].flatMap<RecordKindSpec>(
    Object.values,
  ),
];

const OF_ONE_STORE: readonly RecordKindSpec[] = [
  ...[historyKinds.HISTORY_MANIFESTS, historyKinds.HISTORY_POSITION, historyKinds.HISTORY_LEFT, historyKinds.LEASES],
  ...[historyKinds.HISTORY_TABLES, changeKinds.LATEST_CHANGES, NODES],
];

/** Kinds that mean the same in another store. `MOVED_HISTORY_KINDS` are moved separately. */
export const MOVED_RECORD_KINDS = RECORD_KINDS.filter((kind) => !OF_ONE_STORE.includes(kind));

const PROJECT_FIELD = "projectId";

/** Returns whether records are found by their project, with which they are removed. */
export function belongsToProjects({ key, indexes = [] }: RecordKindSpec): boolean {
  return [key, ...indexes].some(([first]) => first === PROJECT_FIELD);
}
