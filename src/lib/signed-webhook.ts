import { createHmac, randomBytes } from "node:crypto";
import { type LookupAddress, lookup } from "node:dns";
import type { RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** An import reads all that a module exports, of this the classes of `fetch`, too: a tenth of a command's start. */
const { request: requestHttp } = process.getBuiltinModule("node:http");

interface PostOptions {
  readonly secret: string;
  /** Whether the host may have an address in a private network. */
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
}

type Message = { readonly id: string; readonly body: string };

/** Posts JSON, signed; redirects are not followed. Throws `PrivateAddress`, and for a status that is no success. */
export async function postSigned(url: URL, { id, body }: Message, options: PostOptions): Promise<void> {
  const { secret, allowsPrivate, signal } = options;
  const headers = signedHeaders(id, body, secret, Math.floor(Date.now() / 1000));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(host);
  const request: RequestOptions = {
    method: "POST",
    agent: false,
    signal,
    headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers },
    ...(!allowsPrivate && { lookup: publicLookup() }),
  };
  const status = await new Promise<number>((resolve, reject) => {
    const sent = (url.protocol === "https:" ? requestHttps : requestHttp)(url, request, (response) => {
      response.on("error", () => undefined).destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(body);
  });
  if (status < 200 || status > 299) throw new Error(`the response has status ${status}`);
}

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 24;

export const newWebhookSecret = () => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** Returns the headers of Standard Webhooks. `seconds` is the time of the attempt, since 1970. */
export function signedHeaders(id: string, body: string, secret: string, seconds: number): Record<string, string> {
  const isOwn = secret.startsWith(SECRET_PREFIX);
  const key = isOwn ? Buffer.from(secret.slice(SECRET_PREFIX.length), "base64") : Buffer.from(secret);
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` };
}

/** Everything else of IPv6 is private, local, multicast or not assigned. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet("2000::", 3, "ipv6");

const SPECIAL = new BlockList();
/** Private, local, reserved and multicast networks: RFC 6890 and its registry. */
const SPECIAL_IPV4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
];
/** Protocol assignments (also Teredo), documentation, and 6to4, which leads to IPv4. */
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];
for (const [family, networks] of [
  ["ipv4", SPECIAL_IPV4],
  ["ipv6", SPECIAL_IPV6],
] as const) {
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    SPECIAL.addSubnet(address, Number(bits), family);
  }
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !SPECIAL.check(address, "ipv4");
  return version === 6 && GLOBAL_IPV6.check(address, "ipv6") && !SPECIAL.check(address, "ipv6");
}

type Resolve = (
  host: string,
  options: { readonly all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

/** Finds a host's addresses as a connection opens, so that none can be replaced later. Fails if one is not public. */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host, { all: true }, (error, found) => {
      const [first] = found ?? [];
      const refusal = error ?? refusalOf(host, found);
      if (refusal !== null || first === undefined) callback(refusal ?? new Error(`${host} has no address`), "", 0);
      else if (all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

function refusalOf(host: string, found: readonly LookupAddress[]): Error | null {
  return found.every(({ address }) => isPublicAddress(address)) ? null : new PrivateAddress(host);
}

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} has an address in a private network, which is not allowed`);
    this.name = "PrivateAddress";
  }
}
