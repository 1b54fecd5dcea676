import type { RecordKindSpec } from "../ports/records.ts";
import { ACTIVITY, LATEST_CHANGES, UPGRADES } from "./change-kinds.ts";
import { COUNTERS } from "./counters.ts";
import { ERASURE_ITEMS, ERASURES } from "./erasures.ts";
import { FLAGS } from "./flags.ts";
import { DEVICE_CLOCKS, HISTORY_LEFT, HISTORY_MANIFESTS, HISTORY_POSITION, LEASES } from "./history-kinds.ts";
import { INVITES, RECENT_INVITES } from "./invites.ts";
import { KEYS } from "./keys.ts";
import { NODES } from "./nodes.ts";
import { PROJECT_SETTINGS } from "./project-settings.ts";
import { SAVED_KINDS } from "./saved-kinds.ts";
import { EVENT_SCHEMA_CHANGES, EVENT_SCHEMA_VERSIONS, EVENT_SCHEMA_VIOLATIONS, EVENT_SCHEMAS } from "./schema-kinds.ts";
import {
  CLAIMED_ADDRESSES,
  OIDC_ACCOUNTS,
  OIDC_SIGN_INS,
  PASSKEYS,
  PASSWORDS,
  SESSIONS,
  SIGN_IN_LINKS,
} from "./sign-in-kinds.ts";
import { CLAIMS, MEMBERS, ORGANIZATIONS, PROJECTS, REMOVED_PROJECTS, USERS } from "./tenant-kinds.ts";

/** Every kind that the service stores. Engines prepare tables or collections for these when they open. */
export const RECORD_KINDS: readonly RecordKindSpec[] = [
  COUNTERS,
  CLAIMS,
  ORGANIZATIONS,
  PROJECTS,
  REMOVED_PROJECTS,
  USERS,
  MEMBERS,
  KEYS,
  INVITES,
  RECENT_INVITES,
  FLAGS,
  NODES,
  ERASURES,
  ERASURE_ITEMS,
  PROJECT_SETTINGS,
  HISTORY_MANIFESTS,
  HISTORY_POSITION,
  HISTORY_LEFT,
  LEASES,
  LATEST_CHANGES,
  UPGRADES,
  ACTIVITY,
  ...SAVED_KINDS,
  EVENT_SCHEMAS,
  EVENT_SCHEMA_CHANGES,
  EVENT_SCHEMA_VERSIONS,
  EVENT_SCHEMA_VIOLATIONS,
  SIGN_IN_LINKS,
  SESSIONS,
  OIDC_SIGN_INS,
  OIDC_ACCOUNTS,
  DEVICE_CLOCKS,
  PASSWORDS,
  PASSKEYS,
  CLAIMED_ADDRESSES,
];

const OF_ONE_STORE: readonly RecordKindSpec[] = [
  ...[HISTORY_MANIFESTS, HISTORY_POSITION, HISTORY_LEFT, LEASES],
  ...[LATEST_CHANGES, NODES],
];

/** Kinds that mean the same in another store. `MOVED_HISTORY_KINDS` are moved separately. */
export const MOVED_RECORD_KINDS = RECORD_KINDS.filter((kind) => !OF_ONE_STORE.includes(kind));

const PROJECT_FIELD = "projectId";

/** Returns whether records are found by their project, with which they are removed. */
export function belongsToProjects({ key, indexes = [] }: RecordKindSpec): boolean {
  return [key, ...indexes].some(([first]) => first === PROJECT_FIELD);
}
