import type { Middleware } from "koa";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { problem } from "../problem.ts";
import type { Contract } from "./contract/contract.ts";
import type { Observed } from "./observe.ts";
import { handleOpen } from "./open-operations.ts";
import { privateOperations, publicOperations } from "./operations/all-operations.ts";
import { PrivateOperations } from "./private-operations.ts";
import { RateLimit } from "./rate-limit.ts";
import { sendReply } from "./send-reply.ts";
import type { ServicePorts } from "./service-ports.ts";
import { BodyMemory } from "./wire/body-memory.ts";

/** Leads each request to the contract's operation and sends its answer; paths that the contract lacks are others' business. Throws where an operation has no handler, or a handler no operation. */
export function dispatch(contract: Contract, ports: ServicePorts, config: Config, log: Logger): Middleware<Observed> {
  const [open, restricted] = [publicOperations(ports), privateOperations(ports)];
  requireSame(
    contract.operations.filter(({ aliasOf }) => aliasOf === undefined).map(({ id }) => id),
    Object.keys({ ...open, ...restricted }),
  );
  const rateLimit = new RateLimit(config.RATE_LIMIT_PER_MINUTE, ports.now);
  const memory = new BodyMemory(config.BODY_MEMORY_BYTES);
  const { keyring } = ports;
  const privates = new PrivateOperations({ contract, handlers: restricted, keyring, rateLimit, memory, config });
  const sending = { contract, validation: config.RESPONSE_VALIDATION, log };
  return async (ctx, next) => {
    // An address such as a://b has no path at all.
    const match = contract.match(ctx.method, ctx.path ?? "");
    if (!match) return next();
    if ("allowed" in match) {
      ctx.set("Allow", match.allowed.join(", "));
      throw problem("method_not_allowed");
    }
    const operation = match.found;
    ctx.state.operation = operation.id;
    const reply = operation.isPublic
      ? await handleOpen(operation, match.params, ctx, { contract, handlers: open, ports, memory, config })
      : await privates.handle(operation, ctx);
    sendReply(ctx, operation.id, reply, sending);
  };
}

/** The contract's operations and the handlers must be the same. Throws an error that names the difference. */
export function requireSame(operations: readonly string[], handlers: readonly string[]): void {
  const unhandled = operations.filter((id) => !handlers.includes(id));
  const unknown = handlers.filter((id) => !operations.includes(id));
  const faults = [
    ...unhandled.map((id) => `the contract's operation ${id} has no handler`),
    ...unknown.map((id) => `the handler ${id} has no operation in the contract`),
  ];
  if (faults.length > 0) throw new Error(faults.join("; "));
}
