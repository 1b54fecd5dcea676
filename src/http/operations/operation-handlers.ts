import type { OperationHandlers, OperationId } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { clientOperations } from "./client-operations.ts";
import { deadLetterOperations } from "./dead-letter-operations.ts";
import { erasureOperations } from "./erasure-operations.ts";
import { eventOperations } from "./event-operations.ts";
import { eventSchemaOperations } from "./event-schema-operations.ts";
import { decideOperations } from "./flags/decide-operations.ts";
import { featureFlagOperations } from "./flags/feature-flag-operations.ts";
import { flagDefinitionOperations } from "./flags/flag-definition-operations.ts";
import { flagPreviewOperations } from "./flags/flag-preview-operations.ts";
import { ofrepOperations } from "./flags/ofrep-operations.ts";
import { groupOperations } from "./group-operations.ts";
import { healthOperations } from "./health-operations.ts";
import { inviteOperations } from "./invite-operations.ts";
import { passkeyOperations } from "./passkey-operations.ts";
import { personExport } from "./person-export.ts";
import { personOperations } from "./person-operations.ts";
import { projectOperations } from "./project-operations.ts";
import { providerOperations } from "./provider-operations.ts";
import { dashboardOperations } from "./questions/dashboard-operations.ts";
import { definitionOperations } from "./questions/definition-operations.ts";
import { eventListOperations } from "./questions/event-list-operations.ts";
import { insightOperations } from "./questions/insight-operations.ts";
import { questionOperations } from "./questions/question-operations.ts";
import { recordingOperations } from "./recording-operations.ts";
import { serviceOperations } from "./service-operations.ts";
import { signInOperations } from "./sign-in-operations.ts";
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
    ...flagPreviewOperations(ports),
    ...ofrepOperations(ports),
    ...recordingOperations(ports),
    ...personOperations(ports),
    ...personExport(ports),
    ...groupOperations(ports),
    ...eventListOperations(ports),
    ...deadLetterOperations(ports),
    ...healthOperations(ports),
    ...projectOperations(ports),
    ...questionOperations(ports),
    ...definitionOperations(ports),
    ...insightOperations(ports),
    ...dashboardOperations(ports),
    ...eventSchemaOperations(ports),
    ...inviteOperations(ports),
    ...userOperations(ports),
    ...signInOperations(ports),
    ...providerOperations(ports),
    ...passkeyOperations(ports),
    ...erasureOperations(ports),
  };
}
