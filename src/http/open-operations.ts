import type { Context } from "koa";
import type { Config } from "../config.ts";
import type { Contract, ContractOperation } from "./contract/contract.ts";
import type { AnyHandler, AnyReply, OpenOperationId, Operations } from "./contract/operation.ts";
import { bearerOf, knownQuery } from "./request-parts.ts";
import { readPublicRequest } from "./wire/public-request.ts";

const NO_BODY = { body: undefined, raw: new Uint8Array() };

/**
 * The way of the operations that need no key in a header, events above all: openapi-backend's compiled validators are called directly,
 * since its own way costs more than all the rest of such a request.
 */
export async function handleOpen(
  operation: ContractOperation,
  ctx: Context,
  handlers: Operations<OpenOperationId>,
  contract: Contract,
  config: Config,
): Promise<AnyReply> {
  const bearer = bearerOf(ctx);
  const {
    operation: id,
    body,
    raw,
  } = operation.hasBody
    ? await readPublicRequest(ctx, operation, { hasKey: bearer !== undefined, limit: config.BODY_LIMIT_BYTES })
    : { operation: operation.id as OpenOperationId, ...NO_BODY };
  if (operation.hasBody) contract.checkBody(id, body);
  const query = operation.query.size > 0 ? contract.readQuery(operation.id, knownQuery(operation, ctx, "first")) : {};
  return (handlers[id] as AnyHandler)({ params: {}, query, body, raw, bearer } as never);
}
