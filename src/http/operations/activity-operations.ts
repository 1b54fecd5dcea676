import type { Schemas } from "../../../generated/openapi.ts";
import type { JsonDifference } from "../../lib/json/json-differences.ts";
import { problem } from "../../lib/problem.ts";
import { isoTime } from "../../lib/wire-fields.ts";
import { type ActivityView, listActivity } from "../../tenants/activity-log.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { userToWire } from "./common-wire.ts";
import { paginate } from "./pagination.ts";

export function activityOperations({ store }: ServicePorts): HandlersOf<"activity_log"> {
  return {
    activity_log_list: async ({ project: { id: projectId, organizationId }, query, url }) => {
      const { scope, item_id: itemId, user, limit, offset } = query;
      if (itemId !== undefined && scope === undefined) {
        throw problem("invalid_input", { attr: "scope", detail: "scope says of which kind item_id is: send both." });
      }
      const members = user === undefined ? [] : await store.tenants.listMembers(organizationId);
      const byUuid = members.find((member) => member.user.uuid === user?.toLowerCase())?.user.id;
      const where = {
        projectId,
        ...(scope !== undefined && { scope }),
        ...(itemId !== undefined && { itemId }),
        ...(user !== undefined && { userId: byUuid ?? (/^\d+$/.test(user) ? Number(user) : NO_ONE) }),
      };
      return paginate(await listActivity(where, { limit, offset }, store), { query, url }, activityToWire);
    },
  };
}

const NO_ONE = -1;

export function activityToWire(view: ActivityView): Schemas["ActivityLogEntry"] {
  const { id, at, userId, user, activity, scope, itemId, shortId, name, revision, changes, hasMore } = view;
  return {
    ...{ id, activity, version: revision, created_at: isoTime(at) },
    actor: userId === null ? "command_line" : "user",
    user: user && userToWire(user),
    ...{ scope, item_id: itemId },
    detail: {
      name,
      short_id: shortId,
      changes: changes.map((change) => ({ type: scope, ...differenceToWire(change) })),
      has_more: hasMore,
    },
  };
}

function differenceToWire(difference: JsonDifference) {
  const { path, before = null, after = null } = difference;
  const action = !("before" in difference) ? "created" : "after" in difference ? "changed" : "deleted";
  return { field: path, action, before, after } as const;
}
