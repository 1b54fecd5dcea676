import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { eventually } from "./poll.ts";

/** An open stream of server-sent events. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All that has arrived. */
  text(): string;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  /** Resolves with the etag of the last change that was announced, when there is one. */
  change(): Promise<string>;
  close(): void;
}

/** Opens a stream and waits for its first bytes. */
export async function openEventStream(
  base: string,
  requestUri: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const request = httpRequest(`${base}${requestUri}`, { headers, agent: false });
  request.on("error", () => undefined); // after `close`
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve).on("error", reject).end();
  });
  response.socket.unref(); // an open stream shall not keep the tests running
  let text = "";
  const ended = new Promise<void>((resolve) => response.on("close", resolve).on("error", () => resolve()));
  response.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await eventually("the stream begins", async () => text !== "");
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    ended,
    async change() {
      const event = await eventually("a change is announced", async () => /^.*\ndata: ([^\n]+)$/ms.exec(text)?.[1]);
      const { type, etag } = JSON.parse(event) as { readonly type: string; readonly etag: string };
      if (type !== "refetchEvaluation") throw new Error(`${type} is no announced type`);
      return etag;
    },
    close: () => request.destroy(),
  };
}
