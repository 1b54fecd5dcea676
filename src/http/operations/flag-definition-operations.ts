import { authorizeProjectByToken } from "../../access/authorize.ts";
import type { Definitions } from "../../flags/flag-decider.ts";
import { problem } from "../../problem.ts";
import type { OperationHandlers, OperationRequest, Reply } from "../contract/operation-types.ts";
import { JsonText } from "../json-text.ts";
import type { ServicePorts } from "../service-ports.ts";
import { etagMatches, etagOf } from "./conditional-request.ts";
import { definitionsToWire } from "./flag-wire.ts";

type DefinitionsRequest = Pick<OperationRequest<"local_evaluation">, "caller" | "query" | "header">;

/** Returns a project's flags to server libraries, at an older and a newer path. */
export function flagDefinitionOperations({
  store,
  keyring,
  flags,
}: ServicePorts): OperationHandlers<"local_evaluation" | "flag_definitions"> {
  const serialize = serializeOnce();
  const definitions = async ({ caller, query, header }: DefinitionsRequest): Promise<Reply<"local_evaluation">> => {
    const token = query.token ?? header("X-PostHog-Project-Api-Key");
    if (token === "" && query.token === undefined) throw problem("required", { attr: "token" });
    const project = await authorizeProjectByToken(caller, token, { keyring, tenants: store.tenants });
    const { body, etag } = serialize(await flags.definitions(project.id));
    const headers = { ETag: etag };
    return etagMatches(header("If-None-Match"), etag) ? { status: 304, headers } : { status: 200, body, headers };
  };
  return { local_evaluation: definitions, flag_definitions: definitions };
}

/** Libraries poll: definitions that have not changed, which are the same object, are serialized once. */
function serializeOnce() {
  const serialized = new WeakMap<Definitions, { body: ReturnType<typeof toJson>; etag: string }>();
  return (definitions: Definitions) => {
    const body = serialized.get(definitions)?.body ?? toJson(definitions);
    const entry = serialized.get(definitions) ?? { body, etag: etagOf(body.text) };
    serialized.set(definitions, entry);
    return entry;
  };
}

function toJson(definitions: Definitions) {
  return JsonText.of(definitionsToWire(definitions));
}
