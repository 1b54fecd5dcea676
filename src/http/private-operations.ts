import type { Context as KoaContext } from "koa";
import { HttpMethodEnum, koaBody } from "koa-body";
import type { Context } from "openapi-backend";
import { authenticate, type Caller, type Keyring } from "../access/keyring.ts";
import type { Config } from "../config.ts";
import { type ProblemCode, problem } from "../problem.ts";
import type { Contract, ContractOperation } from "./contract/contract.ts";
import type { AnyHandler, AnyReply, OperationHandlers, PrivateOperationId } from "./contract/operation.ts";
import { validationProblem } from "./contract/validation-problem.ts";
import type { RateLimit } from "./rate-limit.ts";
import { acceptsGzip, bearerOf, knownQuery, urlOf } from "./request-parts.ts";
import type { BodyMemory } from "./wire/body-memory.ts";
import { requireJson } from "./wire/media-type.ts";
import { discardRemainder } from "./wire/read-body.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;
/** What a decoder puts in the place of bytes that are no UTF-8. */
const REPLACEMENT = "\uFFFD";

interface PrivateParts {
  readonly contract: Contract;
  readonly handlers: OperationHandlers<PrivateOperationId>;
  readonly keyring: Keyring;
  readonly rateLimit: RateLimit;
  readonly memory: BodyMemory;
  readonly config: Config;
}

/** The way of the operations that need a personal API key: openapi-backend authenticates, validates and calls the handler. */
export class PrivateOperations {
  readonly #parts: PrivateParts;
  readonly #readBody = koaBody({
    jsonLimit: BODY_LIMIT_BYTES,
    text: false,
    urlencoded: false,
    multipart: false,
    includeUnparsed: true,
    parsedMethods: [HttpMethodEnum.POST],
    onError: (error) => {
      throw problem(codeOfBodyError(error));
    },
  });

  constructor(parts: PrivateParts) {
    this.#parts = parts;
    const { contract, handlers, keyring, rateLimit } = parts;
    const { backend } = contract;
    backend.registerSecurityHandler("personalApiKey", (_context, ctx: KoaContext) =>
      authenticate(bearerOf(ctx), keyring),
    );
    backend.register({
      unauthorizedHandler: (context) => {
        throw (context.security as { personalApiKey: { error: unknown } }).personalApiKey.error;
      },
      postSecurityHandler: (context) => {
        const caller = callerOf(context);
        if (caller) rateLimit.consume(caller.keyId);
      },
      validationFail: (context) => {
        throw validationProblem(context.validation.errors ?? []);
      },
      ...Object.fromEntries(
        Object.entries<AnyHandler>(handlers).map(([id, handler]) => [
          id,
          (context: Context, ctx: KoaContext) => this.#call(handler, context, ctx),
        ]),
      ),
    });
  }

  async handle(operation: ContractOperation, ctx: KoaContext): Promise<AnyReply> {
    const body = operation.hasBody ? await this.#body(ctx) : undefined;
    const headers = ctx.headers as Record<string, string>;
    const query = knownQuery(operation, ctx) as Record<string, string>;
    return this.#parts.contract.backend.handleRequest(
      { method: ctx.method, path: ctx.path, headers, query, body },
      ctx,
    );
  }

  async #body(ctx: KoaContext): Promise<unknown> {
    requireJson(ctx.req);
    const { memory } = this.#parts;
    const most = Math.min(Number(ctx.req.headers["content-length"] ?? BODY_LIMIT_BYTES), BODY_LIMIT_BYTES);
    const hasRoom = memory.grow(0, most);
    try {
      if (!hasRoom) throw problem("service_unavailable");
      await this.#readBody(ctx, async () => undefined);
    } catch (error) {
      await discardRemainder(ctx.req);
      throw error;
    } finally {
      if (hasRoom) memory.release(most);
    }
    const { body, rawBody } = ctx.request as unknown as { body: unknown; rawBody: string };
    if (rawBody.includes(REPLACEMENT)) throw problem("parse_error");
    return body;
  }

  #call(handler: AnyHandler, context: Context, ctx: KoaContext): Promise<AnyReply> {
    const { query, requestBody } = context.request;
    const match = this.#parts.contract.match(ctx.method, ctx.path);
    const request = {
      params: match && "params" in match ? match.params : {},
      query,
      body: requestBody,
      raw: new Uint8Array(),
      bearer: undefined,
      caller: callerOf(context),
      accepts: (type: string) => ctx.accepts("application/json", "application/x-ndjson") === type,
      acceptsGzip: acceptsGzip(ctx),
      header: (name: string) => ctx.get(name),
      url: urlOf(ctx, this.#parts.config.PUBLIC_URL),
    };
    return handler(request as never);
  }
}

function callerOf(context: Context): Caller | undefined {
  const result = context.security?.personalApiKey as Caller | { error: unknown } | undefined;
  return result && !("error" in result) ? result : undefined;
}

function codeOfBodyError(error: Error): ProblemCode {
  return (error as { status?: number }).status === 413 ? "request_too_large" : "parse_error";
}
