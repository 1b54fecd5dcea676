import type { EventOperationId, OperationRequest, Operations } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";
import type { Beside } from "../wire/canonical.ts";
import { credentialsOf } from "./credentials.ts";
import { type TakenEvents, takenEvents } from "./taken-events.ts";

type Surroundings = Pick<OperationRequest<EventOperationId>, "bearer" | "query">;

/** Events, one by one and in batches: known to be somebody's, on disk, then answered. */
export function eventOperations(ports: ServicePorts): Operations<EventOperationId> {
  return {
    capture: (request) => take(takenEvents.capture(request.body, request.raw), request, ports),
    batch: (request) => take(takenEvents.batch(request.body, request.raw), request, ports),
  };
}

/** The same for a body that nobody has read yet, because it is large: it is read where no other request has to wait for it. */
export async function takeLarge(
  operation: EventOperationId,
  raw: Uint8Array,
  beside: Beside,
  around: Surroundings,
  ports: ServicePorts,
) {
  return take(await ports.largeBodies.read(operation, raw, beside), around, ports);
}

async function take(
  { operation, keys, count, bytes }: TakenEvents,
  around: Surroundings,
  { projects, capture, metrics }: ServicePorts,
) {
  const { projectId } = await projects.find(credentialsOf(keys, around));
  if (count > 0) await capture.accept(projectId, operation, bytes);
  metrics.accepted(count);
  return { status: 200, body: { status: 1 } } as const;
}
