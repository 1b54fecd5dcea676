import type { IncomingHttpHeaders } from "node:http";
import { isIP, isIPv4 } from "node:net";

interface Connection {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

const IPV6_GROUPS = 8;
/** Groups of an IPv6 address that name a network: a client chooses the other four itself. */
const NETWORK_GROUPS = 4;

/**
 * Returns an IPv4 address, or the network (/64) of an IPv6 address. Behind a trusted proxy it is the last address in
 * `X-Forwarded-For`, which the proxy saw: the client may have written those before it.
 */
export function clientAddress({ headers, socket }: Connection, trustsProxy: boolean): string {
  const forwarded = trustsProxy
    ? withoutPort(
        String(headers["x-forwarded-for"] ?? "")
          .split(",")
          .at(-1) ?? "",
      )
    : "";
  const address = isIP(forwarded) !== 0 ? forwarded : (socket.remoteAddress ?? "");
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  return address.includes(":") ? networkOf(address) : address;
}

/** Some proxies write `192.0.2.1:50000` and `[2001:db8::1]:50000`. */
function withoutPort(text: string): string {
  const address = text.trim();
  const bracketed = /^\[(.*)\](:\d+)?$/.exec(address)?.[1];
  if (bracketed !== undefined) return bracketed;
  const [host = ""] = address.split(":");
  return isIPv4(host) ? host : address;
}

function networkOf(address: string): string {
  const [left = [], right] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array<string>(right === undefined ? 0 : Math.max(0, IPV6_GROUPS - left.length - right.length)).fill(
    "0",
  );
  const groups = [...left, ...zeros, ...(right ?? [])].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
