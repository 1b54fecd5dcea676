import type { Capture } from "../../ingest/capture.ts";
import { problem } from "../../lib/problem.ts";
import type { ProjectFinder } from "../../tenants/keyring.ts";
import type {
  EventOperationId,
  EventRequest,
  EventsWithResultsOperationId,
  OperationHandlers,
} from "../contract/operation-types.ts";
import type { RateLimits } from "../rate-limits.ts";
import { JsonText } from "../raw-json.ts";
import type { RequestMetrics } from "../request-metrics.ts";

export interface EventPorts {
  readonly projects: Pick<ProjectFinder, "find">;
  readonly capture: Pick<Capture, "accept">;
  readonly metrics: { readonly requests: Pick<RequestMetrics, "countAccepted"> };
  readonly rateLimits: Pick<RateLimits, "key_events">;
}

/** Replies when the events are on disk. */
export function eventOperations(ports: EventPorts): OperationHandlers<EventOperationId | EventsWithResultsOperationId> {
  return {
    capture: (request) => acceptEvents("capture", request, ports),
    batch: (request) => acceptEvents("batch", request, ports),
    async analytics_events(request) {
      const { status } = await acceptEvents("batch", request, ports);
      return { status, body: new JsonText(request.results) };
    },
  };
}

async function acceptEvents(
  operation: EventOperationId,
  { credentials, count, json, partBytes }: Omit<EventRequest, "results">,
  { projects, capture, metrics, rateLimits }: EventPorts,
) {
  const { projectId, keyId, readOnly } = await projects.find(credentials);
  if (readOnly) throw problem("permission_denied", { detail: "This key is read-only: it cannot send events." });
  rateLimits.key_events?.consume(keyId, count);
  if (count > 0) await capture.accept(projectId, operation, json, partBytes);
  metrics.requests.countAccepted(count);
  return ACCEPTED;
}

const ACCEPTED = { status: 200, body: JsonText.of<{ status: 1 }>({ status: 1 }) } as const;
