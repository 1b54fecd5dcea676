import { finished, Readable } from "node:stream";
import Koa, { type Context } from "koa";
import type { koaBody } from "koa-body";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { problem } from "../../problem.ts";
import { parseJsonText } from "../../values/json-text.ts";
import { answer } from "../answer.ts";
import { clientAddress } from "../client-address.ts";
import { findRoute } from "../contract/routes.ts";
import {
  type BodyLimits,
  readBody,
  receiveBody,
  requireAnnouncedLength,
  requirePlainJson,
} from "../decode/read-body.ts";
import type { HttpReply, NegotiableRequest } from "../http-message.ts";
import { createPageRouter } from "../pages/page-router.ts";
import { type RespondPorts, respond, toHttpReply } from "../respond.ts";
import { discardRemainder } from "./discard-body.ts";

/** Returns the Koa application: it translates each request for the core, and the core's reply for the client. */
export function createApp(ports: RespondPorts, config: Config): Koa {
  const app = new Koa({ proxy: config.TRUST_PROXY });
  const pages = createPageRouter((ctx) => toHttpRequest(ctx, config), ports).routes();
  const notFound = () => Promise.reject(problem("not_found"));
  app.use(async (ctx) => {
    const request = toHttpRequest(ctx, config);
    const route = findRoute(request.method, request.path);
    const answerRoute = async () => {
      if (route && "operation" in route) return toHttpReply(await answer(route, request, ports), route, ports);
      await pages(ctx as Parameters<typeof pages>[0], notFound);
      return { status: ctx.status, headers: {}, body: ctx.body as HttpReply["body"] };
    };
    const reply = await respond(route, request, answerRoute, ports);
    if (reply.status >= 400) await discardRemainder(ctx.req, reply.status);
    send(ctx, reply, ports.log);
  });
  app.on("error", (error) => ports.log.debug({ err: error }, "a connection failed"));
  return app;
}

function toHttpRequest(ctx: Context, { PUBLIC_URL, TRUST_PROXY }: Config): NegotiableRequest {
  return {
    method: ctx.method,
    path: ctx.path ?? "", // an address such as a://b has none
    queryString: ctx.querystring,
    headers: ctx.headers,
    get url() {
      return urlOf(ctx, PUBLIC_URL);
    },
    clientAddress: () => clientAddress(ctx.req, TRUST_PROXY),
    preferredType: (...types) => ctx.accepts(...types),
    acceptsGzip: () => ctx.acceptsEncodings("gzip", "identity") === "gzip",
    readBytes: (limits) => readBody(ctx.req, limits),
    readJson: (limits) => readJson(ctx, limits),
  };
}

/** Returns the request's address without its query, as the client wrote it; below `publicUrl` if that is set. */
export function urlOf(ctx: Context, publicUrl: string): string {
  const base = publicUrl === "" ? `${ctx.protocol}://${ctx.host}` : publicUrl.replace(/\/+$/, "");
  return URL.canParse(base) ? `${base}${ctx.path}` : `http://localhost${ctx.path}`;
}

/** The character that decoders put in the place of bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = "\uFFFD";

async function readJson(ctx: Context, limits: BodyLimits): Promise<unknown> {
  requirePlainJson(ctx.headers);
  requireAnnouncedLength(ctx.headers, limits.limit);
  const parse = await jsonParser(limits.limit);
  const parsing = parse(ctx, async () => undefined);
  parsing.catch(() => undefined); // for a refusal while the body arrives: it is thrown first
  const bytes = await receiveBody(ctx.req, limits, () => undefined);
  try {
    await parsing;
  } finally {
    limits.memory.release(bytes);
  }
  return parseText(ctx.request.rawBody ?? "");
}

/** Parses the text again: koa-body refuses the key `__proto__`, and trusts `JSON.parse`. */
function parseText(text: string): object {
  if (text === "") return {};
  try {
    const value = text.includes(REPLACEMENT_CHARACTER) ? null : parseJsonText(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // the text is no JSON
  }
  throw problem("parse_error");
}

type JsonParser = ReturnType<typeof koaBody>;

const jsonParsers = new Map<number, Promise<JsonParser>>();

function jsonParser(limit: number): Promise<JsonParser> {
  const parser = jsonParsers.get(limit) ?? newJsonParser(limit);
  jsonParsers.set(limit, parser);
  return parser;
}

/** koa-body is loaded for the first body: it needs a hundred modules, and many services never get such a request. */
async function newJsonParser(limit: number): Promise<JsonParser> {
  const { HttpMethodEnum, koaBody } = await import("koa-body");
  return koaBody({
    jsonLimit: limit,
    text: false,
    urlencoded: false,
    multipart: false,
    includeUnparsed: true,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH],
    onError: (error, ctx) => {
      if ("status" in error && error.status === 413) throw problem("request_too_large");
      if (!("body" in error)) throw problem("parse_error");
      ctx.request.rawBody = String(error.body); // `parseText` decides
    },
  });
}

const STATUSES_WITHOUT_BODY = [204, 304];

/** Sends a reply. Logs a stream that fails, and then disconnects. */
export function send(ctx: Context, { status, headers, body }: HttpReply, log: Pick<Logger, "warn">): void {
  ctx.status = status;
  if (body === null) {
    // Koa would turn most statuses without a body into 204.
    ctx.body = STATUSES_WITHOUT_BODY.includes(status) ? null : "";
    ctx.remove("Content-Type");
  } else ctx.body = body;
  ctx.set(headers); // after the body, from which Koa guesses headers
  if (!(body instanceof Readable)) return;
  finished(body, (error) => {
    if (!error || ctx.req.socket.destroyed) return; // the client has left
    log.warn({ err: error }, "a stream broke off");
    ctx.res.destroy(); // so that the client sees that something is missing
  });
}
