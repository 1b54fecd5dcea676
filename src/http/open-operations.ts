import type { Context } from "koa";
import type { Config } from "../config.ts";
import type { Contract, ContractOperation } from "./contract/contract.ts";
import type { AnyHandler, AnyReply, OpenOperationId, Operations } from "./contract/operation.ts";
import { bearerOf, knownQuery } from "./request-parts.ts";
import { jsonBody } from "./wire/json-body.ts";
import { requireJson } from "./wire/media-type.ts";
import { readBody } from "./wire/read-body.ts";

const NO_BODY = new Uint8Array();

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
  const id = operation.id as OpenOperationId;
  const raw = operation.hasBody ? await jsonBytes(ctx, config.BODY_LIMIT_BYTES) : NO_BODY;
  const body = operation.hasBody ? jsonBody(raw) : undefined;
  if (operation.hasBody) contract.checkBody(id, body);
  const query = operation.query.size > 0 ? contract.readQuery(id, knownQuery(operation, ctx)) : {};
  const request = { params: {}, query, body, raw, bearer: bearerOf(ctx) };
  return (handlers[id] as AnyHandler)(request as never);
}

async function jsonBytes(ctx: Context, limit: number): Promise<Uint8Array> {
  requireJson(ctx.req);
  return readBody(ctx.req, limit);
}
