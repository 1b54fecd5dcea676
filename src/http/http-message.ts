import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { BodyLimits } from "./decode/read-body.ts";

/** A request as an adapter hands it to the core. Public operations with a body need no more of it. */
export interface HttpRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Without the question mark; empty if absent. */
  readonly queryString: string;
  readonly headers: IncomingHttpHeaders;
  /** Returns the address of the client, or its network, as limits count it. */
  readonly clientAddress: () => string;
  /**
   * Reads the body as it comes. The caller releases it from the memory. Throws `request_too_large`,
   * `service_unavailable` if the memory is full, and `parse_error` for a body that ends early.
   */
  readonly readBytes: (limits: BodyLimits) => Promise<Uint8Array>;
}

/** A request for any operation of the contract. */
export interface NegotiableRequest extends HttpRequest {
  /** The address without its query, as the client wrote it. */
  readonly url: string;
  /** The address of the service as the client knows it, without a slash at its end. */
  readonly baseUrl: string;
  /** Returns which of these media types the client prefers; false for none of them. */
  readonly preferredType: (...types: string[]) => string | false;
  readonly acceptsGzip: () => boolean;
  /** Reads a body that must be plain JSON. Throws as `readBytes` does, and `unsupported_media_type`. */
  readonly readJson: (limits: BodyLimits) => Promise<unknown>;
}

/** A reply as the core hands it to an adapter. */
export interface HttpReply<Body = string | Uint8Array | Readable | null> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}
