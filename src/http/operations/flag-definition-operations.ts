import { authorizeProjectByToken } from "../../access/authorize.ts";
import type { OperationHandlers, OperationRequest, Reply } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { definitionsToWire } from "./flag-wire.ts";

type DefinitionsRequest = Pick<OperationRequest<"local_evaluation">, "caller" | "query">;

/** Returns a project's flags to server libraries, at an older and a newer path. */
export function flagDefinitionOperations({
  store,
  keyring,
  flags,
}: ServicePorts): OperationHandlers<"local_evaluation" | "flag_definitions"> {
  const definitions = async ({ caller, query }: DefinitionsRequest): Promise<Reply<"local_evaluation">> => {
    const project = await authorizeProjectByToken(caller, query.token, { keyring, tenants: store.tenants });
    return { status: 200, body: definitionsToWire(await flags.definitions(project.id)) };
  };
  return { local_evaluation: definitions, flag_definitions: definitions };
}
