import type { Operations } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";
import { credentialsOf } from "./credentials.ts";

/** Events, one by one and in batches: known to be somebody's, on disk, then answered. */
export function eventOperations(ports: ServicePorts): Operations<"capture" | "batch"> {
  const { projects, capture, metrics } = ports;
  return {
    capture: async (request) => {
      const { projectId } = await projects.find(credentialsOf(request.body, request));
      await capture.accept(projectId, "capture", request.raw);
      metrics.accepted(1);
      return { status: 200, body: { status: 1 } };
    },
    batch: async (request) => {
      const { projectId } = await projects.find(credentialsOf(request.body, request));
      const events = request.body.batch.length;
      if (events > 0) await capture.accept(projectId, "batch", request.raw);
      metrics.accepted(events);
      return { status: 200, body: { status: 1 } };
    },
  };
}
