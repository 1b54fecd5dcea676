import type { OrganizationId } from "../ports/common.ts";
import type { Invites, RecentInvite } from "../ports/invites.ts";
import type { RecordKind, Records } from "../ports/records.ts";

interface RecentInvites {
  readonly organizationId: OrganizationId;
  readonly list: readonly RecentInvite[];
}

export const RECENT_INVITES: RecordKind<RecentInvites, "organizationId"> = {
  name: "recent_invites",
  key: ["organizationId"],
};

export function recordRecentInvites(records: Records): Pick<Invites, "changeRecent"> {
  return {
    async changeRecent(organizationId, change) {
      await records.change(RECENT_INVITES, { organizationId }, (found) => {
        return { organizationId, list: change(found?.list ?? []) };
      });
    },
  };
}
