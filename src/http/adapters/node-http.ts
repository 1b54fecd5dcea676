import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Config } from "../../settings/config.ts";
import { answerClient, isClientOperation } from "../answer.ts";
import { clientAddress } from "../client-address.ts";
import { findRoute, type Route } from "../contract/routes.ts";
import { readBody } from "../decode/read-body.ts";
import type { HttpReply, HttpRequest } from "../http-message.ts";
import { type RespondPorts, respond, toHttpReply } from "../respond.ts";
import { discardRemainder } from "./discard-body.ts";
import type { HoldReply } from "./reply-memory.ts";

const TARGET = /^(\/[^?#\s]*)(?:\?([^#\s]*))?$/;
/** Proxies' clients write this before the path. Koa's parser throws for some hosts. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Responds to events or a flag query, and never throws. */
export type RespondToClient = (route: Route, request: HttpRequest) => Promise<HttpReply<string | null>>;

export function clientResponder(ports: RespondPorts): RespondToClient {
  return (route, request) =>
    respond(route, request, async () => toHttpReply(await answerClient(route, request, ports), route, ports), ports);
}

/** Answers events and flag queries without Koa, which would double the cost on this thread. Passes the rest on. */
export function createListener(
  koa: RequestListener,
  respondToClient: RespondToClient,
  log: Logger,
  { TRUST_PROXY }: Config,
  holdReply: HoldReply,
): RequestListener {
  return (request, response) => {
    const { method = "", url = "" } = request;
    const [, path, queryString = ""] = TARGET.exec(url) ?? [];
    if (path === undefined) request.url = url.replace(ORIGIN, "");
    const route = path === undefined ? null : findRoute(method, path);
    if (path === undefined || !route || !("operation" in route) || !isClientOperation(route.operation)) {
      return koa(request, response);
    }
    const { headers } = request;
    const readBytes: HttpRequest["readBytes"] = (limits) => readBody(request, limits);
    const address = () => clientAddress(request, TRUST_PROXY);
    const clientRequest = { method, path, queryString, headers, clientAddress: address, readBytes };
    const answered = answerOne(request, response, route, clientRequest, respondToClient);
    answered
      .then((bytes) => holdReply(response, bytes, address))
      .catch((error) => {
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
  respondToClient: RespondToClient,
): Promise<number> {
  const reply = await respondToClient(route, request);
  if (reply.status >= 400) await discardRemainder(message, reply.status);
  return send(response, reply);
}

/** Sends a reply and returns its size. `end` with a text would add an empty chunk by `writev`, which is slower. */
function send(response: ServerResponse, { status, headers, body }: HttpReply<string | null>): number {
  const text = body ?? "";
  const bytes = Buffer.byteLength(text);
  const length = { "Content-Length": bytes };
  response.writeHead(status, Object.assign(length, headers));
  const { socket } = response;
  socket?.cork();
  if (text !== "") response.write(text);
  socket?.uncork();
  response.end();
  return bytes;
}
