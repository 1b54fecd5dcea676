import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { answerPosted, isPosted } from "../answer.ts";
import { clientAddress } from "../client-address.ts";
import { findRoute, type Route } from "../contract/routes.ts";
import { readBody } from "../decode/read-body.ts";
import type { HttpReply, HttpRequest } from "../http-message.ts";
import { type RespondPorts, respond, toHttpReply } from "../respond.ts";
import { discardRemainder } from "./discard-body.ts";

/** The usual form of a request's target: a path and perhaps a query. */
const TARGET = /^(\/[^?#\s]*)(?:\?([^#\s]*))?$/;
/** What a proxy's clients write before the path. Koa's parser throws for some hosts. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Responds to a request with events or a flag query, and never throws. */
export type RespondPosted = (route: Route, request: HttpRequest) => Promise<HttpReply<string | null>>;

/** Returns the function that asks the core. */
export function postedResponder(ports: RespondPorts): RespondPosted {
  return (route, request) =>
    respond(route, request, async () => toHttpReply(await answerPosted(route, request, ports), route, ports), ports);
}

/**
 * Returns a listener that answers events and flag queries without Koa, which costs as much as the rest of such a
 * request on this thread. It passes all other requests on, and targets of unusual forms.
 */
export function createListener(
  koa: RequestListener,
  respondPosted: RespondPosted,
  log: Logger,
  { TRUST_PROXY }: Config,
): RequestListener {
  return (request, response) => {
    const { method = "", url = "" } = request;
    const [, path, queryString = ""] = TARGET.exec(url) ?? [];
    if (path === undefined) request.url = url.replace(ORIGIN, "");
    const route = path === undefined ? null : findRoute(method, path);
    if (path === undefined || !route || !("operation" in route) || !isPosted(route.operation)) {
      return koa(request, response);
    }
    const { headers } = request;
    const readBytes: HttpRequest["readBytes"] = (limits) => readBody(request, limits);
    const address = () => clientAddress(request, TRUST_PROXY);
    const posted = { method, path, queryString, headers, clientAddress: address, readBytes };
    answerOne(request, response, route, posted, respondPosted).catch((error) => {
      log.error({ err: error }, "a reply could not be sent");
      response.destroy();
    });
  };
}

async function answerOne(
  message: IncomingMessage,
  response: ServerResponse,
  route: Route,
  request: HttpRequest,
  respondPosted: RespondPosted,
): Promise<void> {
  const reply = await respondPosted(route, request);
  if (reply.status >= 400) await discardRemainder(message, reply.status);
  send(response, reply);
}

/**
 * Sends a reply. `end` with a text would send it together with an empty chunk, by `writev`, which takes longer than the
 * one `write` of this.
 */
function send(response: ServerResponse, { status, headers, body }: HttpReply<string | null>): void {
  const text = body ?? "";
  const length = { "Content-Length": Buffer.byteLength(text) };
  response.writeHead(status, Object.assign(length, headers));
  const { socket } = response;
  socket?.cork();
  if (text !== "") response.write(text);
  socket?.uncork();
  response.end();
}
