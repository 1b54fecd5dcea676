import type { Context } from "koa";
import type { Config } from "../config.ts";
import type { Contract, ContractOperation } from "./contract/contract.ts";
import type { AnyHandler, AnyReply, OpenOperationId, Operations } from "./contract/operation.ts";
import { LARGE_BYTES } from "./large-bodies/large-bodies.ts";
import { takeLarge } from "./operations/events.ts";
import type { ServicePorts } from "./ports.ts";
import { bearerOf, knownQuery } from "./request-parts.ts";
import type { BodyMemory } from "./wire/body-memory.ts";
import { jsonBody } from "./wire/json-body.ts";
import { requireJson } from "./wire/media-type.ts";
import { readBody } from "./wire/read-body.ts";

const NO_BODY = new Uint8Array();

interface OpenParts {
  readonly contract: Contract;
  readonly ports: ServicePorts;
  readonly memory: BodyMemory;
  readonly config: Config;
}

/**
 * The way of the operations that need no key in a header, events above all: openapi-backend's compiled validators are called directly,
 * since its own way costs more than all the rest of such a request.
 */
export async function handleOpen(
  operation: ContractOperation,
  ctx: Context,
  handlers: Operations<OpenOperationId>,
  { contract, ports, memory, config }: OpenParts,
): Promise<AnyReply> {
  const id = operation.id as OpenOperationId;
  if (operation.hasBody) requireJson(ctx.req);
  const raw = operation.hasBody ? await readBody(ctx.req, config.BODY_LIMIT_BYTES, memory) : NO_BODY;
  const query = () => (operation.query.size > 0 ? contract.readQuery(id, knownQuery(operation, ctx)) : {});
  const bearer = bearerOf(ctx);
  try {
    if (raw.byteLength > LARGE_BYTES && (id === "capture" || id === "batch")) {
      return await takeLarge(id, raw, { query: query(), bearer }, ports);
    }
    const body = operation.hasBody ? jsonBody(raw) : undefined;
    if (operation.hasBody) contract.checkBody(id, body);
    return await (handlers[id] as AnyHandler)({ params: {}, query: query(), body, raw, bearer } as never);
  } finally {
    memory.release(raw.byteLength);
  }
}
