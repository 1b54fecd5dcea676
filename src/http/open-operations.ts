import type { Context } from "koa";
import type { Config } from "../config.ts";
import type { Contract, ContractOperation } from "./contract/contract.ts";
import type { AnyHandler, AnyReply, OperationHandlers, PublicOperationId } from "./contract/operation.ts";
import { LARGE_BYTES } from "./large-bodies/large-bodies.ts";
import { acceptLargeBody } from "./operations/event-operations.ts";
import { acceptsGzip, bearerOf, knownQuery } from "./request-parts.ts";
import type { ServicePorts } from "./service-ports.ts";
import type { BodyMemory } from "./wire/body-memory.ts";
import { isEventOperation, toCanonicalRequest } from "./wire/canonical-request.ts";
import { readPublicRequest } from "./wire/public-request.ts";

interface OpenParts {
  readonly contract: Contract;
  readonly handlers: OperationHandlers<PublicOperationId>;
  readonly ports: ServicePorts;
  readonly memory: BodyMemory;
  readonly config: Config;
}

/**
 * Answers the operations whose key is in the body, or that need none: what the contract says is checked by its validators, which the handler's parts name.
 * Throws the `Problem` of what it refuses.
 */
export async function handleOpen(
  operation: ContractOperation,
  params: Readonly<Record<string, string>>,
  ctx: Context,
  { contract, handlers, ports, memory, config }: OpenParts,
): Promise<AnyReply> {
  const query = () =>
    operation.query.size > 0 ? contract.readQuery(operation.id, knownQuery(operation, ctx, "first")) : {};
  const asked = operation.aliasOf ?? (operation.id as PublicOperationId);
  if (!operation.hasBody) {
    return (handlers[asked] as AnyHandler)({ params, query: query(), acceptsGzip: acceptsGzip(ctx) } as never);
  }
  const bearer = bearerOf(ctx);
  const limits = { limit: config.BODY_LIMIT_BYTES, memory };
  const { raw, metadata: beside } = await readPublicRequest(ctx, operation, bearer !== undefined, limits);
  try {
    if (raw.byteLength > LARGE_BYTES && isEventOperation(asked)) {
      return await acceptLargeBody(asked, raw, beside, { query: query(), bearer }, ports);
    }
    const canonical = toCanonicalRequest(asked, raw, beside);
    contract.checkBody(canonical.id, canonical.body);
    const request = { params, query: query(), body: canonical.body, raw: canonical.raw, bearer };
    return await (handlers[canonical.id] as AnyHandler)(request as never);
  } finally {
    memory.release(raw.byteLength);
  }
}
