import type { OpenOperationId, Operations, PrivateOperationId } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";
import { clientOperations } from "./clients.ts";
import { decideOperations } from "./decide.ts";
import { eventOperations } from "./events.ts";
import { flagDefinitionOperations } from "./flag-definitions.ts";
import { inviteOperations } from "./invites.ts";
import { recordingOperations } from "./recordings.ts";
import { serviceOperations } from "./service.ts";

// A handler for every operation of the contract: one that is missing, or that the contract does not have, does not compile.

export function openOperations(ports: ServicePorts): Operations<OpenOperationId> {
  return {
    ...eventOperations(ports),
    ...decideOperations(ports),
    ...clientOperations(ports),
    ...serviceOperations(ports),
  };
}

export function privateOperations(ports: ServicePorts): Operations<PrivateOperationId> {
  return {
    ...flagDefinitionOperations(ports),
    ...recordingOperations(ports),
    ...inviteOperations(ports),
  };
}
