import { finished, Readable } from "node:stream";
import type { Context } from "koa";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { stringifyExactly } from "../values/exact-json.ts";
import type { Contract } from "./contract/contract.ts";
import type { AliasId, AnyReply, OperationId } from "./contract/operation.ts";

const NEVER_WITH_BODY = [204, 304];

/** Sends an answer, after holding it against the contract as the settings say. */
export function sendReply(
  ctx: Context,
  id: OperationId | AliasId,
  reply: AnyReply,
  { contract, validation, log }: { contract: Contract; validation: Config["RESPONSE_VALIDATION"]; log: Logger },
): void {
  const type = reply.stream !== undefined ? reply.type : reply.body !== undefined ? "application/json" : null;
  if (validation !== "off") {
    const faults = contract.validateReply(id, reply.status, type, reply.body);
    if (faults.length > 0) report(`an answer of ${id} breaks the contract: ${faults.join("; ")}`, validation, log);
  }
  ctx.status = reply.status;
  if (reply.headers) ctx.set(reply.headers);
  if (reply.stream !== undefined) sendStream(ctx, reply.type, reply.stream, log);
  else if (reply.body === undefined) sendNothing(ctx);
  else {
    ctx.type = "json";
    ctx.body = stringifyExactly(reply.body);
  }
}

/** Koa would make a 204 of most statuses that have no body. */
function sendNothing(ctx: Context): void {
  ctx.body = NEVER_WITH_BODY.includes(ctx.status) ? null : "";
  ctx.remove("Content-Type");
}

function report(message: string, validation: "log" | "throw", log: Logger): void {
  if (validation === "throw") throw new Error(message);
  log.error(message);
}

/** With what clients want to know besides. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  "text/plain": "text/plain; version=0.0.4; charset=utf-8",
  "text/javascript": "text/javascript; charset=utf-8",
};

function sendStream(ctx: Context, type: string, stream: Readable | string, log: Logger): void {
  const length = ctx.response.get("Content-Length");
  ctx.body = stream;
  ctx.set("Content-Type", CONTENT_TYPES[type] ?? type);
  if (length) ctx.set("Content-Length", length);
  if (!(stream instanceof Readable)) return;
  finished(stream, (error) => {
    if (error && !ctx.res.destroyed) {
      log.warn({ err: error }, "a stream broke off");
      ctx.res.destroy(); // so that the client sees that something is missing
    }
  });
}
