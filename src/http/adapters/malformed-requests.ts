import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { problem } from "../../problem.ts";
import { renderError } from "../render-error.ts";

/** Answers requests that Node cannot read, or that arrive too slowly, in the shape of all errors; then disconnects. */
export function refuseMalformedRequests(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.prependListener("request", ({ socket }, response) => responses.set(socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isReplying = response?.headersSent === true && !response.writableFinished;
    if (!socket.writable || isReplying || !isParserError(error)) return void socket.destroy();
    socket.end(renderRefusal(error.code), () => socket.destroy());
  });
}

function isParserError({ code = "" }: NodeJS.ErrnoException): boolean {
  return code.startsWith("HPE_") || code === "ERR_HTTP_REQUEST_TIMEOUT";
}

function renderRefusal(code: string | undefined): string {
  const { status, body } = renderError(toProblem(code));
  const json = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(json)}`,
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${json}`;
}

function toProblem(code: string | undefined) {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return problem("request_timeout");
    case "HPE_HEADER_OVERFLOW":
      return problem("headers_too_large");
    default:
      return problem("parse_error", { detail: "The request is not valid HTTP." });
  }
}
