import type { RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { isPublicAddress, PrivateAddress, publicLookup } from "./public-address.ts";

/** An import reads all that a module exports, of this the classes of `fetch`, too: a tenth of a command's start. */
const { request: requestHttp } = process.getBuiltinModule("node:http");

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the host may have an address in a private network. */
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
}

/** Posts JSON and returns the status of the response; redirects are not followed. Throws `PrivateAddress`. */
export async function postJson(
  url: URL,
  body: string,
  { headers, allowsPrivate, signal }: PostOptions,
): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(host);
  const options: RequestOptions = {
    method: "POST",
    agent: false,
    signal,
    headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers },
    ...(!allowsPrivate && { lookup: publicLookup() }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, options, (response) => {
      response.on("error", () => undefined).destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    request.end(body);
  });
}
