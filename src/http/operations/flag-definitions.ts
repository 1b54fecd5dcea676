import { projectOfToken } from "../../access/scope.ts";
import type { OperationRequest, Operations, Reply } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";
import { definitionsToWire } from "./flag-wire.ts";

type Asked = Pick<OperationRequest<"local_evaluation">, "caller" | "query">;

/** A project's flags for server libraries, at the older and at the newer path. */
export function flagDefinitionOperations({
  documents,
  keyring,
  flags,
}: ServicePorts): Operations<"local_evaluation" | "flag_definitions"> {
  const definitions = async ({ caller, query }: Asked): Promise<Reply<"local_evaluation">> => {
    const project = await projectOfToken(caller, query.token, { keyring, tenants: documents.tenants });
    return { status: 200, body: definitionsToWire(await flags.definitions(project.id)) };
  };
  return { local_evaluation: definitions, flag_definitions: definitions };
}
