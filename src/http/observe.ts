import { randomUUID } from "node:crypto";
import type { Context, Middleware } from "koa";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";
import { renderError } from "./render-error.ts";
import { unsupportedFeature } from "./unsupported-features.ts";

/** What later parts say of a request for the record. */
export interface Observed {
  /** The operation that the request is for; none where the contract has no such path. */
  operation?: string;
}

const USABLE_ID = /^[\w.:-]{1,64}$/;

/**
 * Around every request: its id (its sender's, where it is usable), its answer where something is thrown, its line in the log and its place in the metrics.
 * No body, key, query or address is logged.
 */
export function observe(log: Logger, metrics: Metrics): Middleware<Observed> {
  return async (ctx, next) => {
    const started = performance.now();
    const sent = ctx.get("X-Request-Id");
    const requestId = USABLE_ID.test(sent) ? sent : randomUUID();
    ctx.set("X-Request-Id", requestId);
    let fault: unknown;
    try {
      await next();
    } catch (error) {
      const rendered = renderError(error);
      fault = rendered.cause;
      ctx.status = rendered.status;
      ctx.set(rendered.headers);
      ctx.body = rendered.body;
    }
    const operation = ctx.state.operation ?? "none";
    const seconds = (performance.now() - started) / 1000;
    metrics.observeRequest(operation, ctx.status, seconds);
    record(log, ctx, { requestId, operation, status: ctx.status, ms: Math.round(seconds * 1000) }, fault);
  };
}

function record(log: Logger, ctx: Context, fields: object, fault: unknown): void {
  const line = { ...fields, method: ctx.method };
  if (ctx.status === 500) log.error({ ...line, err: fault }, "request failed");
  else if (fault !== undefined) log.warn({ ...line, err: fault }, "request refused");
  else if (log.isLevelEnabled("debug")) {
    const feature = unsupportedFeature(ctx.path, ctx.status);
    if (feature === undefined) log.debug(line, "request");
    else log.debug({ ...line, feature }, "a client library asked for what is not served");
  }
}
