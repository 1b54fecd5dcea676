import type { OperationHandlers, OperationId } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { clientOperations } from "./client-operations.ts";
import { decideOperations } from "./decide-operations.ts";
import { erasureOperations } from "./erasure-operations.ts";
import { eventOperations } from "./event-operations.ts";
import { featureFlagOperations } from "./feature-flag-operations.ts";
import { flagDefinitionOperations } from "./flag-definition-operations.ts";
import { inviteOperations } from "./invite-operations.ts";
import { ofrepOperations } from "./ofrep-operations.ts";
import { personOperations } from "./person-operations.ts";
import { recordingOperations } from "./recording-operations.ts";
import { serviceOperations } from "./service-operations.ts";
import { userOperations } from "./user-operations.ts";

/** Returns a handler for every operation of the contract: one that is missing or too many does not compile. */
export function operationHandlers(ports: ServicePorts): OperationHandlers<OperationId> {
  return {
    ...eventOperations(ports),
    ...decideOperations(ports),
    ...clientOperations(ports),
    ...serviceOperations(ports),
    ...flagDefinitionOperations(ports),
    ...featureFlagOperations(ports),
    ...ofrepOperations(ports),
    ...recordingOperations(ports),
    ...personOperations(ports),
    ...inviteOperations(ports),
    ...userOperations(ports),
    ...erasureOperations(ports),
  };
}
