import { isPersonal } from "../../access/keys.ts";
import type { OperationRequest, Operations } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";
import { credentialsOf } from "./credentials.ts";

/** Events, one by one and in batches: known to be somebody's, on disk, then answered. */
export function eventOperations(ports: ServicePorts): Operations<"capture" | "batch"> {
  const { projects, capture, metrics } = ports;
  return {
    capture: async (request) => {
      const { projectId } = await projects.find(credentialsOf(request.body, request));
      await capture.accept(projectId, "capture", withoutSecret(request));
      metrics.accepted(1);
      return { status: 200, body: { status: 1 } };
    },
    batch: async (request) => {
      const { projectId } = await projects.find(credentialsOf(request.body, request));
      const events = request.body.batch.length;
      if (events > 0) await capture.accept(projectId, "batch", withoutSecret(request));
      metrics.accepted(events);
      return { status: 200, body: { status: 1 } };
    },
  };
}

/** The request as it came; where it has a personal key, which is a secret that may rest nowhere, without its keys. */
function withoutSecret({ body, raw }: OperationRequest<"capture" | "batch">): Uint8Array {
  if (body.personal_api_key === undefined && !isPersonal(body.api_key ?? "")) return raw;
  const { api_key, personal_api_key, ...rest } = body;
  return Buffer.from(JSON.stringify(rest));
}
