import type { Context } from "koa";
import type { Config } from "../config.ts";
import type { Contract, ContractOperation } from "./contract/contract.ts";
import type { AnyHandler, AnyReply, OpenOperationId, Operations } from "./contract/operation.ts";
import { acceptsGzip, bearerOf, knownQuery } from "./request-parts.ts";
import type { BodyMemory } from "./wire/body-memory.ts";
import { readPublicRequest } from "./wire/public-request.ts";

interface OpenParts {
  readonly contract: Contract;
  readonly handlers: Operations<OpenOperationId>;
  readonly memory: BodyMemory;
  readonly config: Config;
}

/**
 * The way of the operations that need no key in a header, events above all: openapi-backend's compiled validators are called directly,
 * since its own way costs more than all the rest of such a request.
 */
export async function handleOpen(
  operation: ContractOperation,
  params: Readonly<Record<string, string>>,
  ctx: Context,
  { contract, handlers, memory, config }: OpenParts,
): Promise<AnyReply> {
  if (!operation.hasBody) {
    const request = { params, query: queryOf(operation, ctx, contract), acceptsGzip: acceptsGzip(ctx) };
    return (handlers[operation.id as OpenOperationId] as AnyHandler)(request as never);
  }
  const bearer = bearerOf(ctx);
  const limits = { limit: config.BODY_LIMIT_BYTES, memory };
  const { id, body, raw, held } = await readPublicRequest(ctx, operation, bearer !== undefined, limits);
  try {
    contract.checkBody(id, body);
    const request = { params, query: queryOf(operation, ctx, contract), body, raw, bearer };
    return await (handlers[id] as AnyHandler)(request as never);
  } finally {
    memory.release(held);
  }
}

function queryOf(operation: ContractOperation, ctx: Context, contract: Contract): Record<string, unknown> {
  return operation.query.size > 0 ? contract.readQuery(operation.id, knownQuery(operation, ctx, "first")) : {};
}
