import type { components } from "../../../generated/openapi.ts";
import { problem } from "../../lib/problem.ts";
import { describeErasure, type ErasureView } from "../../privacy/erasure-view.ts";
import { requestErasure } from "../../privacy/request-erasure.ts";
import { authorizeProject, requireWriteAccess } from "../../tenants/authorize.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { isoTime } from "./common-wire.ts";
import { paginate } from "./pagination.ts";

type ErasureOperationId = "persons_destroy" | "erasures_list" | "erasures_retrieve";

export function erasureOperations({ store, now }: ServicePorts): OperationHandlers<ErasureOperationId> {
  const { tenants, erasures } = store;
  return {
    persons_destroy: async ({ caller, params }) => {
      const { id: projectId } = await authorizeProject(caller, params.project_id, tenants);
      requireWriteAccess(caller);
      const erasure = await requestErasure(projectId, params.id, { ...store, now });
      return { status: 202, body: erasureToWire(await describeErasure(erasure, erasures)) };
    },
    erasures_list: async ({ caller, params, query, url }) => {
      const project = await authorizeProject(caller, params.project_id, tenants);
      const { count, items } = await erasures.list(project.id, query);
      const views = await Promise.all(items.map((erasure) => describeErasure(erasure, erasures)));
      return { status: 200, body: paginate({ count, items: views }, query, url, erasureToWire) };
    },
    erasures_retrieve: async ({ caller, params }) => {
      const { id: projectId } = await authorizeProject(caller, params.project_id, tenants);
      const erasure = await erasures.find({ projectId, id: params.id });
      if (!erasure) throw problem("not_found");
      return { status: 200, body: erasureToWire(await describeErasure(erasure, erasures)) };
    },
  };
}

function erasureToWire({ id, requestedAt, completedAt, waitingFor }: ErasureView): components["schemas"]["Erasure"] {
  return {
    id,
    state: completedAt === null ? "pending" : "completed",
    requested_at: isoTime(requestedAt),
    completed_at: completedAt === null ? null : isoTime(completedAt),
    waiting_for: waitingFor.map(({ id, name, seenAt }) => ({ id, name, last_seen_at: isoTime(seenAt) })),
  };
}
