import type { Migration } from "../apply-migrations.ts";
import { initial } from "./0001-initial.ts";
import { recentInvites } from "./0002-recent-invites.ts";
import { storeId } from "./0003-store-id.ts";
import { flagNumbers } from "./0004-flag-numbers.ts";
import { keyUses } from "./0005-key-uses.ts";
import { unrecordedSessions } from "./0006-unrecorded-sessions.ts";
import { flagChanges } from "./0007-flag-changes.ts";
import { members } from "./0008-members.ts";
import { eventRetention } from "./0009-event-retention.ts";
import { personSearch } from "./0010-person-search.ts";
import { erasures } from "./0011-erasures.ts";
import { removedProjects } from "./0012-removed-projects.ts";
import { keyRecords } from "./0013-key-records.ts";
import { inviteLevels } from "./0014-invite-levels.ts";
import { uuidRuns } from "./0015-uuid-runs.ts";
import { nodeRecords } from "./0016-node-records.ts";
import { tenantRecords } from "./0017-tenant-records.ts";

/** In the order of application. A released migration is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  recentInvites,
  storeId,
  flagNumbers,
  keyUses,
  unrecordedSessions,
  flagChanges,
  members,
  eventRetention,
  personSearch,
  erasures,
  removedProjects,
  keyRecords,
  inviteLevels,
  uuidRuns,
  nodeRecords,
  tenantRecords,
];
