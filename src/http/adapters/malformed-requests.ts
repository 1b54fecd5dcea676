import { randomUUID } from "node:crypto";
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Problem, problem } from "../../lib/problem.ts";
import { renderError } from "../render-error.ts";

/** Returns the response to the last request of a connection; undefined if there was none. */
export type FindResponse = (socket: Duplex) => ServerResponse | undefined;

/**
 * Refuses what Node cannot read, slow requests and tunnels in the shape of all errors, then disconnects. Ignores an
 * unknown `Expect`, as HTTP allows: Node would refuse it without a body.
 */
export function refuseMalformedRequests(server: Server): FindResponse {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.prependListener("request", ({ socket }, response) => responses.set(socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isReplying = response?.headersSent === true && !response.writableFinished;
    if (!socket.writable || isReplying || !isParserError(error)) return void socket.destroy();
    refuse(socket, toProblem(error.code));
  });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy()); // Node no longer looks after this socket
    refuse(socket, problem("parse_error", { detail: "This service is no proxy: it opens no tunnels." }));
  });
  return (socket) => responses.get(socket);
}

/** Refuses heads that HTTP forbids, but Node accepts or refuses without a body. */
export function requireValidHead(listener: RequestListener): RequestListener {
  return (request, response) => {
    const detail = findFault(request);
    if (detail === null) return listener(request, response);
    const { status, headers, json } = renderRefusal(problem("parse_error", { detail }));
    response.writeHead(status, headers).end(json);
  };
}

function findFault({ headers, rawHeaders, httpVersion }: IncomingMessage): string | null {
  const hosts = countHosts(rawHeaders);
  if (hosts > 1) return "The header Host is repeated.";
  if (hosts === 0 && httpVersion === "1.1") return "The header Host is missing.";
  // Node takes the chunks of any coding apart, and leaves the other codings as they are.
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return "The only transfer coding is chunked.";
  return null;
}

/** Takes 20 ns: of ten names, few have four characters. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

export function refuse(socket: Duplex, refusal: Problem): void {
  const { status, headers, json } = renderRefusal(refusal);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
  socket.end(`${head.join("\r\n")}\r\n\r\n${json}`, () => socket.destroy());
}

function isParserError({ code = "" }: NodeJS.ErrnoException): boolean {
  return code.startsWith("HPE_") || code === "ERR_HTTP_REQUEST_TIMEOUT";
}

function renderRefusal(refusal: Problem) {
  const { status, body } = renderError(refusal);
  const json = JSON.stringify(body);
  const headers = {
    "X-Request-Id": randomUUID(),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(json),
    Connection: "close",
  };
  return { status, headers, json };
}

function toProblem(code: string | undefined): Problem {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return problem("request_timeout");
  if (code === "HPE_HEADER_OVERFLOW") return problem("headers_too_large");
  return problem("parse_error", { detail: "The request is not valid HTTP." });
}
