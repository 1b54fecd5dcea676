import type { EventOperationId, OperationHandlers, OperationRequest } from "../contract/operation.ts";
import type { ServicePorts } from "../service-ports.ts";
import type { RequestMetadata } from "../wire/canonical-request.ts";
import { credentialsOf } from "./credentials.ts";
import { type EventPayload, toEventPayload } from "./event-payload.ts";

type RequestContext = Pick<OperationRequest<EventOperationId>, "bearer" | "query">;

/** Events, one by one and in batches: known to be somebody's, on disk, then answered. */
export function eventOperations(ports: ServicePorts): OperationHandlers<EventOperationId> {
  return {
    capture: (request) => acceptEvents(toEventPayload.capture(request.body, request.raw), request, ports),
    batch: (request) => acceptEvents(toEventPayload.batch(request.body, request.raw), request, ports),
  };
}

/** The same for a body that nobody has read yet, because it is large: it is read where no other request has to wait for it. */
export async function acceptLargeBody(
  operation: EventOperationId,
  raw: Uint8Array,
  beside: RequestMetadata,
  around: RequestContext,
  ports: ServicePorts,
) {
  return acceptEvents(await ports.largeBodies.read(operation, raw, beside), around, ports);
}

async function acceptEvents(
  { operation, credentials: keys, count, bytes }: EventPayload,
  around: RequestContext,
  { projects, capture, metrics }: ServicePorts,
) {
  const { projectId } = await projects.find(credentialsOf(keys, around));
  if (count > 0) await capture.accept(projectId, operation, bytes);
  metrics.countAccepted(count);
  return { status: 200, body: { status: 1 } } as const;
}
