import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { BodyLimits } from "./decode/read-body.ts";

/** Request from an adapter to the core. Public operations with a body need no more than this. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Has no question mark; empty if absent. */
  readonly queryString: string;
  readonly headers: IncomingHttpHeaders;
  /** Returns the client's IPv4 address or IPv6 network, as limits count it. */
  readonly clientAddress: () => string;
  /** Reads the body, which the caller releases from the memory. Throws as `receiveBody`. */
  readonly readBytes: (limits: BodyLimits) => Promise<Uint8Array>;
}

export interface NegotiableRequest extends HttpRequest {
  /** Address without its query, as the client wrote it. */
  readonly url: string;
  /** Address of the service as the client knows it, without a slash at its end. */
  readonly baseUrl: string;
  /** Returns which of these media types the client prefers; false for none. */
  readonly preferredType: (...types: string[]) => string | false;
  readonly acceptsGzip: () => boolean;
  /** Reads plain JSON. Throws as `readBytes`, and `unsupported_media_type`. */
  readonly readJson: (limits: BodyLimits) => Promise<unknown>;
}

export interface HttpReply<Body = string | Uint8Array | Readable | null> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}
