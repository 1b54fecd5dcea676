import { setTimeout as sleep } from "node:timers/promises";
import { VERSION } from "../../lib/version.ts";
import { requireAdmin } from "../../tenants/authorize.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { describeNodes, isoTime } from "./common-wire.ts";

const WHO_SEES = "Only owners and admins see the health of the service.";
const MEASURE_TIMEOUT_MS = 3000;

export function healthOperations(ports: ServicePorts): OperationHandlers<"project_health_retrieve"> {
  const { store, capture, readiness, metrics } = ports;
  return {
    project_health_retrieve: async ({ project: { id: projectId, organizationId }, caller }) => {
      await requireAdmin(caller, organizationId, store.tenants, WHO_SEES);
      const [engines, { node, others }, disk, storeBytes, deadLetters] = await Promise.all([
        readiness.checkEngines(),
        describeNodes(capture.node, store.erasures),
        measure(() => capture.measureDisk()),
        measure(() => store.size()),
        measure(() => capture.deadLetters.count({ projectId })),
      ]);
      const { entries, bytes, oldestSeconds } = capture.depth();
      const { journalBytes, deadLetterBytes } = capture.limits;
      const history = metrics.history();
      return {
        status: 200,
        body: {
          ...{ version: VERSION, node, other_nodes: others, running_since: isoTime(capture.startedAt) },
          ...{ stopping: readiness.isStopping, engines },
          journal: { entries, bytes, oldest_seconds: oldestSeconds, max_bytes: journalBytes },
          disk_free_bytes: disk?.freeBytes ?? null,
          store_bytes: storeBytes,
          history: history && { files: history.files, bytes: history.bytes, lag_seconds: history.lagSeconds },
          dropped: [...capture.dropped(projectId)].map(([reason, count]) => ({ reason, count })),
          dead_letters: { count: deadLetters, max_bytes: deadLetterBytes },
        },
      };
    },
  };
}

/** Returns null for what cannot be measured within some seconds. */
function measure<T>(read: () => Promise<T>): Promise<T | null> {
  return Promise.race([read().catch(() => null), sleep(MEASURE_TIMEOUT_MS, null, { ref: false })]);
}
