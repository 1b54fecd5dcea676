import type { OperationHandlers, PrivateOperationId, PublicOperationId } from "../contract/operation.ts";
import type { ServicePorts } from "../service-ports.ts";
import { clientOperations } from "./client-operations.ts";
import { decideOperations } from "./decide-operations.ts";
import { eventOperations } from "./event-operations.ts";
import { flagDefinitionOperations } from "./flag-definition-operations.ts";
import { inviteOperations } from "./invite-operations.ts";
import { recordingOperations } from "./recording-operations.ts";
import { serviceOperations } from "./service-operations.ts";

// A handler for every operation of the contract: one that is missing, or that the contract does not have, does not compile.

export function publicOperations(ports: ServicePorts): OperationHandlers<PublicOperationId> {
  return {
    ...eventOperations(ports),
    ...decideOperations(ports),
    ...clientOperations(ports),
    ...serviceOperations(ports),
  };
}

export function privateOperations(ports: ServicePorts): OperationHandlers<PrivateOperationId> {
  return {
    ...flagDefinitionOperations(ports),
    ...recordingOperations(ports),
    ...inviteOperations(ports),
  };
}
