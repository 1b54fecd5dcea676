import type { OperationId, Operations } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";
import { decideOperations } from "./decide.ts";
import { eventOperations } from "./events.ts";
import { inviteOperations } from "./invites.ts";
import { recordingOperations } from "./recordings.ts";
import { serviceOperations } from "./service.ts";

/** A handler for every operation of the contract: one that is missing, or that the contract does not have, does not compile. */
export function allOperations(ports: ServicePorts): Operations<OperationId> {
  return {
    ...eventOperations(ports),
    ...decideOperations(ports),
    ...recordingOperations(ports),
    ...inviteOperations(ports),
    ...serviceOperations(ports),
  };
}
