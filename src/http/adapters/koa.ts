import { finished, Readable } from "node:stream";
import Koa, { type Context } from "koa";
import type { koaBody } from "koa-body";
import type { Logger } from "pino";
import { parseWithExactValues } from "../../lib/json/exact-values.ts";
import { Problem, problem } from "../../lib/problem.ts";
import { nextTurn } from "../../lib/threads/loop-turns.ts";
import type { Config } from "../../settings/config.ts";
import { answer } from "../answer.ts";
import { clientAddress } from "../client-address.ts";
import { findRoute } from "../contract/routes.ts";
import { requireCheap } from "../decode/parse-body.ts";
import {
  announcesBody,
  type BodyLimits,
  readBody,
  receiveBody,
  requireAnnouncedLength,
  requirePlainJson,
} from "../decode/read-body.ts";
import type { HttpReply, NegotiableRequest } from "../http-message.ts";
import { notFoundPage } from "../pages/not-found-page.ts";
import { createPageRouter } from "../pages/page-router.ts";
import { isShared, JsonText } from "../raw-json.ts";
import { type RespondPorts, respond, toHttpReply } from "../respond.ts";
import { discardRemainder } from "./discard-body.ts";
import { newReadTurns } from "./read-turns.ts";
import type { HoldReply } from "./reply-memory.ts";

/** Calls of Segment's and RudderStack's libraries and pixels, whose bodies have other fields than ours. */
const CALLS = "track|identify|page|screen|group|alias|merge|batch|import|[tipsgabm]";
const FOREIGN_CALL = new RegExp(`^/(?:(?:beacon|pixel|internal)/)?v1/(?:pixel/)?(${CALLS})/?$`);

/** Our equivalents. Browser libraries shorten calls to the first letter. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  t: "an event with its name in `event`",
  i: "the event `$identify` with `$set`",
  p: "the event `$pageview`",
  s: "the event `$screen`",
  g: "the event `$groupidentify`",
  a: "the event `$create_alias`",
};
/** Calls with events of all kinds, or with reports of a library about itself. */
const WITHOUT_EQUIVALENT = ["merge", "batch", "import", "b", "m"];

const TRACES =
  "OpenTelemetry traces are not taken. POST /i/v0/ai/batch/ takes events about language models in `batch`.";

/** What tools of PostHog look for and do not find here. */
const ABSENT = `access_controls batch_exports domains exports external_data_schemas external_data_sources
  file_system hog_functions logs notebooks plugin_configs plugins proxy_records resource_access_controls roles
  session_recording_playlists warehouse_saved_queries warehouse_tables web_experiments`.replace(/\s+/g, "|");
const ABSENT_PATH = new RegExp(
  `^/api/(?:projects|environments|organizations)/[^/]+/(?:[^/]+/[^/]+/(?=access_))?(${ABSENT})(?:/|$)`,
);

function wantsPage({ method, preferredType }: NegotiableRequest): boolean {
  return (method === "GET" || method === "HEAD") && preferredType("json", "html") === "html";
}

export function createApp(ports: RespondPorts, config: Config, holdReply: HoldReply): Koa {
  const app = new Koa({ proxy: config.TRUST_PROXY });
  const takeTurn = newReadTurns();
  const pages = createPageRouter((ctx) => toHttpRequest(ctx, config), ports, config).routes();
  app.use(async (ctx) => {
    const request = toHttpRequest(ctx, config);
    const route = findRoute(request.method, request.path);
    const answerRoute = async () => {
      if (route && "operation" in route) {
        if (route.operation.access === "public") return toHttpReply(await answer(route, request, ports), route, ports);
        return takeTurn(
          route.operation,
          request.clientAddress,
          () => ctx.req.socket.destroyed,
          async () => {
            const reply = await answer(route, request, ports);
            if (!(reply.body instanceof JsonText)) await nextTurn(request.clientAddress());
            return toHttpReply(reply, route, ports);
          },
        );
      }
      await nextTurn(request.clientAddress());
      const notFound = () => Promise.reject(problem("not_found", { detail: hintForPath(request.path) }));
      await pages(ctx as Parameters<typeof pages>[0], notFound).catch((error: unknown) => {
        const isMissing = error instanceof Problem && error.code === "not_found";
        if (!isMissing || !wantsPage(request)) throw error;
        send(ctx, notFoundPage(request.path, config.CONSOLE === "on"), ports.log);
      });
      return { status: ctx.status, headers: {}, body: ctx.body as HttpReply["body"] };
    };
    const reply = await respond(route, request, answerRoute, ports);
    if (reply.status >= 400) await discardRemainder(ctx.req, reply.status);
    const { body } = reply;
    const isOwn = typeof body === "string" || (route && body instanceof Uint8Array && !isShared(body));
    if (isOwn) holdReply(ctx.res, Buffer.byteLength(body), request.clientAddress);
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
    get baseUrl() {
      return baseUrlOf(ctx, PUBLIC_URL);
    },
    clientAddress: () => clientAddress(ctx.req, TRUST_PROXY),
    preferredType: (...types) => ctx.accepts(...types),
    acceptsGzip: () => ctx.acceptsEncodings("gzip", "identity") === "gzip",
    readBytes: (limits) => readBody(ctx.req, limits),
    readJson: (limits) => readJson(ctx, limits),
  };
}

/** Returns the address without its query, as the client wrote it; below `publicUrl` if that is set. */
export function urlOf(ctx: Context, publicUrl: string): string {
  return `${baseUrlOf(ctx, publicUrl)}${ctx.path}`;
}

function baseUrlOf({ protocol, host }: Context, publicUrl: string): string {
  const base = publicUrl === "" ? `${protocol}://${host}` : publicUrl.replace(/\/+$/, "");
  return URL.canParse(base) ? base : "http://localhost";
}

/** Decoders put it in the place of bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = "\uFFFD";

async function readJson(ctx: Context, limits: BodyLimits): Promise<unknown> {
  if (!announcesBody(ctx.headers) && ctx.headers["content-type"] === undefined) return {};
  requirePlainJson(ctx.headers);
  requireAnnouncedLength(ctx.headers, limits.limit);
  const collect = await textCollector(limits.limit);
  const collecting = collect(ctx, async () => undefined);
  collecting.catch(() => undefined); // for a refusal while the body arrives: it is thrown first
  const bytes = await receiveBody(ctx.req, limits, () => undefined);
  try {
    await collecting;
  } finally {
    limits.memory.release(bytes);
  }
  const text = String(ctx.request.body ?? "");
  requireCheap(text);
  return parseText(text);
}

function parseText(text: string): object {
  if (text === "") return {};
  try {
    const value = text.includes(REPLACEMENT_CHARACTER) ? null : parseWithExactValues(text);
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    if (error instanceof Problem) throw error;
  }
  throw problem("parse_error");
}

type TextCollector = ReturnType<typeof koaBody>;

const textCollectors = new Map<number, Promise<TextCollector>>();

function textCollector(limit: number): Promise<TextCollector> {
  const collector = textCollectors.get(limit) ?? newTextCollector(limit);
  textCollectors.set(limit, collector);
  return collector;
}

/** Collects JSON as text: koa-body would refuse the key `__proto__`. Loads its hundred modules for the first body. */
async function newTextCollector(limit: number): Promise<TextCollector> {
  const { HttpMethodEnum, koaBody } = await import("koa-body");
  return koaBody({
    textTypes: ["application/json"],
    textLimit: limit,
    json: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH],
    onError: (error) => {
      throw problem("status" in error && error.status === 413 ? "request_too_large" : "parse_error");
    },
  });
}

const STATUSES_WITHOUT_BODY = [204, 304];

/** Logs a stream that fails, and then disconnects. */
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

/** Returns what to call instead of an address of other services, or what is absent; undefined for other paths. */
export function hintForPath(path: string): string | undefined {
  const absent = ABSENT_PATH.exec(path)?.[1];
  if (absent !== undefined) return `Sightline has no ${absent.replace(/feature$/, "features").replaceAll("_", " ")}.`;
  if (/^\/i\/v0\/ai\/otel\b/.test(path)) return TRACES;
  const call = FOREIGN_CALL.exec(path)?.[1];
  if (call === undefined) return undefined;
  const equivalent = WITHOUT_EQUIVALENT.includes(call) ? undefined : EQUIVALENTS[call.charAt(0)];
  const one =
    equivalent === undefined ? "" : ` POST /capture/ takes ${equivalent}, \`distinct_id\` and \`properties\`.`;
  return `This address is Segment's and RudderStack's.${one} POST /batch/ takes a list of events in \`batch\`.`;
}
